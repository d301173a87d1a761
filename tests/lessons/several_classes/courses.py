"""What the lesson shows of a data set, in few rounds."""

from workbench.lessons.several_classes.model import Course, course_of, softmax_settings
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import Settings


def course(data: str, **values: object) -> Course:
    """What the lesson shows of a data set, in few rounds."""
    given = vars(Settings()) | {"n_estimators": 6, "data": data} | values
    return course_of(fit_boosted_model(softmax_settings(given)))
