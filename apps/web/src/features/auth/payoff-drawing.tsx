import { frameWords } from './auth-words.ts'
import classes from './payoff-drawing.module.css'

/** Heights of a made-up price line, evenly spaced: an illustration, not market data. */
const HEIGHTS = [
  748, 754, 753, 739, 757, 741, 739, 748, 757, 734, 743, 740, 734, 716, 701, 683, 661, 637, 633, 613, 603, 580, 586,
  587, 591, 603, 634, 615, 617, 612, 587, 596, 595, 612, 591, 559, 539, 535, 522, 537, 528, 511, 484, 485, 491, 473,
  475, 524, 550, 559, 556, 536, 522, 531, 518, 535, 540, 517, 477, 455, 476, 475, 460, 465, 447, 424,
]
const TODAY = { x: 646, y: 424 }
const EXPIRATION_X = 840
const STRIKE_Y = 296
const CONE_HALF_HEIGHT = 146
const CONE_STEPS = 24

const pricePath = HEIGHTS.map(
  (y, index) => `${index === 0 ? 'M' : 'L'}${((index * TODAY.x) / (HEIGHTS.length - 1)).toString().slice(0, 6)} ${y}`,
).join('')

/** Outline of the expected range, which widens with the square root of time. */
function buildCone(): string {
  const edge = (side: 1 | -1) =>
    Array.from({ length: CONE_STEPS + 1 }, (_, step) => {
      const share = (step / CONE_STEPS) ** 2
      const x = TODAY.x + share * (EXPIRATION_X - TODAY.x)
      return `${Math.round(x * 10) / 10} ${Math.round((TODAY.y + side * CONE_HALF_HEIGHT * Math.sqrt(share)) * 10) / 10}`
    })
  return `M${[...edge(-1), ...edge(1).reverse()].join('L')}Z`
}

const conePath = buildCone()

/** Illustration: a price that rises toward the strike, where the payoff goes flat. */
export function PayoffDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 900 900" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <defs>
        <pattern id="expected" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className={classes.hatch} d="M0 0V5" />
        </pattern>
      </defs>
      <path className={classes.cone} d={conePath} fill="url(#expected)" />
      <path className={classes.strikeBefore} d={`M0 ${STRIKE_Y}H${TODAY.x}`} />
      <path className={classes.strike} d={`M${TODAY.x} ${STRIKE_Y}H900`} />
      <path className={classes.price} d={pricePath} />
      <circle className={classes.today} cx={TODAY.x} cy={TODAY.y} r="5" />
      <circle className={classes.expiration} cx={EXPIRATION_X} cy={STRIKE_Y} r="6" />
      <g className={classes.labels}>
        <text className={classes.strikeLabel} x={EXPIRATION_X} y={STRIKE_Y - 30} textAnchor="end">
          {frameWords.strike}
        </text>
        <text className={classes.todayLabel} x={TODAY.x - 12} y={TODAY.y - 12} textAnchor="end">
          {frameWords.today}
        </text>
      </g>
    </svg>
  )
}
