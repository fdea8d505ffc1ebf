import { IconArrowForwardUp, IconCheck, IconCircleHalf2, IconFlag, IconStarFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDelta, formatPrice, formatSignedUsd, formatYieldPct } from '../../shared/format/numbers.ts'
import classes from './features.module.css'
import { features } from './landing-content.ts'
import layout from './parts.module.css'
import { SampleMark } from './parts.tsx'

export function Features() {
  return (
    <section className={`${layout.wrap} ${layout.section}`} aria-labelledby="features-title">
      <h2 className={layout.title} id="features-title">
        {features.title}
      </h2>
      <SampleMark label={features.note} />
      <ul className={classes.cards}>
        <Card {...features.selection}>
          <Selection />
        </Card>
        <Card {...features.guidance}>
          <Guidance />
        </Card>
        <Card {...features.management}>
          <Management />
        </Card>
        <Card {...features.tracking}>
          <Tracking />
        </Card>
      </ul>
    </section>
  )
}

interface CardProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function Card({ title, text, children }: CardProps) {
  return (
    <li>
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.text}>{text}</p>
      <div className={classes.example}>{children}</div>
    </li>
  )
}

function Selection() {
  const { rows, columns } = features.selection
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>{columns.stock}</th>
          <th className={classes.rating}>{columns.rating}</th>
          <th className={classes.wide}>{columns.price}</th>
          <th>{columns.yield}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, rating, parts, price, yieldPct }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={classes.rating}>
              <span>
                <IconStarFilled size={13} aria-hidden="true" />
                {rating}
              </span>
              <span className={classes.parts} aria-hidden="true">
                {parts.map((points) => (
                  <i key={points} style={{ width: `${points}px` }} />
                ))}
              </span>
            </td>
            <td className={classes.wide}>{formatPrice(price)}</td>
            <td className={classes.key}>{formatYieldPct(yieldPct)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Uses the product's bounds: a delta from 0.15 to 0.25 is in range. */
const isInRange = (delta: number) => delta >= 0.15 && delta <= 0.25

function Guidance() {
  const { rows, columns, inRange, outOfRange } = features.guidance
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>{columns.strike}</th>
          <th>
            <span className={layout.spoken}>{columns.note}</span>
          </th>
          <th>{columns.delta}</th>
          <th>{columns.yield}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ strike, delta, yieldPct }) => (
          <tr key={strike} data-in-range={isInRange(delta)}>
            <th scope="row">{formatPrice(strike)}</th>
            <td className={classes.note}>
              {isInRange(delta) ? <span className={classes.badge}>{inRange}</span> : outOfRange}
            </td>
            <td>{formatDelta(delta)}</td>
            <td className={classes.key}>{formatYieldPct(yieldPct)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Tracking() {
  return (
    <>
      <dl className={classes.results}>
        {features.tracking.results.map(({ name, usd }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={layout.figure}>{formatSignedUsd(usd)}</dd>
          </div>
        ))}
      </dl>
      <svg className={classes.line} viewBox="0 0 520 120" aria-hidden="true">
        <path className={classes.zero} d="M0 84.5H520" />
        <path d="M0 84 24 80 48 88 72 92 96 86 120 90 144 78 168 82 192 74 216 79 240 96 264 104 288 92 312 81 336 70 360 62 384 66 408 50 432 44 456 36 480 28 512 16" />
        <circle cx="512" cy="16" r="4" />
      </svg>
    </>
  )
}

const actions = {
  'Roll Out & Up': { tone: 'due', icon: IconArrowForwardUp },
  'Let Assign': { tone: 'leave', icon: IconFlag },
  '50% Profit': { tone: 'profit', icon: IconCircleHalf2 },
  Hold: { tone: 'hold', icon: IconCheck },
} as const

function Management() {
  const { rows, columns, days: countDays } = features.management
  return (
    <table className={classes.table}>
      <thead className={layout.spoken}>
        <tr>
          <th>{columns.position}</th>
          <th>{columns.days}</th>
          <th>{columns.recommendation}</th>
          <th>{columns.rule}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, days, action, rule }) => {
          const { tone, icon: Icon } = actions[action]
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className={classes.note}>{countDays(days)}</td>
              <td className={classes.note}>
                <span className={classes.badge} data-tone={tone}>
                  <Icon size={13} stroke={2} aria-hidden="true" />
                  {action}
                </span>
              </td>
              <td className={`${classes.rule} ${classes.wide}`}>{rule}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
