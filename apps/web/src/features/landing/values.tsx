import { values, valueWords } from './landing-content.ts'
import layout from './parts.module.css'
import { SampleMark } from './parts.tsx'
import classes from './values.module.css'

export function Values({ hidesSamples }: { readonly hidesSamples: boolean }) {
  return (
    <ul className={`${layout.wrap} ${classes.cards}`} aria-label={valueWords.label}>
      {values.map(({ drawing, title, text, instead }) => {
        const shown = hidesSamples && instead !== undefined ? instead : { title, text }
        const Drawing = drawings[drawing]
        return (
          <li key={drawing}>
            <svg className={classes.drawing} viewBox="0 0 200 72" height="72" aria-hidden="true">
              <Drawing />
            </svg>
            <h3 className={classes.title}>{shown.title}</h3>
            <p className={classes.text}>{shown.text}</p>
            {instead !== undefined && !hidesSamples && <SampleMark />}
          </li>
        )
      })}
    </ul>
  )
}

const drawings = { payoff: Payoff, fees: Fees, days: Days } as const

function Payoff() {
  return (
    <>
      <path className={classes.ground} d="M4 66H196" />
      <path className={classes.rise} d="M4 66 92 18" />
      <path className={classes.strike} d="M92 18H196" />
      <circle className={classes.dot} cx="92" cy="18" r="6" />
    </>
  )
}

const YEARS = [0, 1, 2, 3, 4, 5, 6] as const

/** Compares fund fees, which grow with the assets each year, to a flat fee. */
function Fees() {
  return (
    <>
      <path className={classes.ground} d="M4 66H196" />
      {YEARS.map((year) => (
        <g key={year}>
          <rect className={classes.fund} x={6 + 28 * year} y={56 - 8 * year} width="18" height={10 + 8 * year} />
          <rect className={classes.fixed} x={6 + 28 * year} y="58" width="18" height="8" />
        </g>
      ))}
    </>
  )
}

const FIVE_DAYS = Array.from({ length: 13 }, (_, index) => 4 + 16 * index)

function Days() {
  return (
    <>
      <path className={classes.ground} d="M4 44H196" />
      {FIVE_DAYS.map((x) => (
        <path key={x} className={classes.tick} d={`M${x} 38v12`} />
      ))}
      <rect className={classes.stretch} x="100" y="30" width="48" height="28" rx="3" />
      <text className={classes.label} x="124" y="20" textAnchor="middle">
        {valueWords.days}
      </text>
      <circle className={classes.today} cx="4" cy="44" r="5" />
    </>
  )
}
