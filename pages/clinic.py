"""The clinic: which line of arithmetic is wrong?"""

from workbench.lessons.clinic import widgets
from workbench.lessons.clinic.stage import stage_of_patient
from workbench.shell.page import show_page
from workbench.shell.show_stage import show_stage


def page() -> None:
    """The lesson."""
    patient = widgets.current_patient()
    show_stage(stage_of_patient(patient))
    widgets.below_the_stage(patient)


show_page("clinic.py", page)
