const LAYOUT = `<p class="round"></p><p class="moment"></p>
<button data-go="back">Back</button><button data-go="next">Next</button><button class="deep">Node 9</button>
<button class="child">Node 2</button>`

export const view = {
  isTiny: true,
  build: S => {
    S.root.innerHTML = LAYOUT
    const go = by => () => S.act({ round: Math.min(Math.max(1, S.at.round + by), S.source.n_steps) })
    S.root.querySelector("[data-go=next]").onclick = go(1)
    S.root.querySelector("[data-go=back]").onclick = go(-1)
    S.root.querySelector(".deep").onclick = () => S.act({ node: 9 })
    S.root.querySelector(".child").onclick = () => S.act({ node: 2 })
  },
  draw: S => {
    const says = (name, text) => { S.root.querySelector(`.${name}`).textContent = text }
    const { round } = S.at
    says("round", `Round ${round} of ${S.record.n_rounds}: ${S.record.squares[round]}`)
    const moment = S.moment()
    if (moment) says("moment", moment.words)
  },
}
