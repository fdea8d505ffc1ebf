import {
  IconArrowForwardUp,
  IconCheck,
  IconCircleHalf2,
  IconFlag,
  IconStarFilled,
  IconTriangleFilled,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDelta, formatPrice, formatSignedUsd, formatYieldPct } from '../../shared/format/numbers.ts'
import desktopDark from './pictures/analysis-desktop-dark.webp'
import desktopLight from './pictures/analysis-desktop-light.webp'
import phoneDark from './pictures/analysis-phone-dark.webp'
import phoneLight from './pictures/analysis-phone-light.webp'

const pictures = [
  { theme: 'dark', desktop: desktopDark, phone: phoneDark },
  { theme: 'light', desktop: desktopLight, phone: phoneLight },
] as const

/** CSS shows the picture of the current theme, and the browser loads only that one. */
export function ProductPicture() {
  return (
    <section className="wrap picture" aria-label="Product">
      <figure>
        <div className="frame">
          {pictures.map(({ theme, desktop, phone }) => (
            <picture key={theme} data-theme={theme}>
              <source media="(max-width: 47.99em)" srcSet={phone} width="585" height="1200" />
              <img
                src={desktop}
                alt="Stock analysis in Callwright, with its price chart"
                loading="lazy"
                decoding="async"
                width="1440"
                height="776"
              />
            </picture>
          ))}
        </div>
        <figcaption className="medium faint">
          <span>Stock analysis: chart, options chain and trade preview on one screen</span>
          <span className="sample small muted">Simulated market: not real prices</span>
        </figcaption>
      </figure>
    </section>
  )
}

/** Four features, shown with invented figures that belong to no real stock. */
export function Features() {
  return (
    <section className="wrap section" aria-labelledby="features-title">
      <h2 id="features-title">From the whole market to one decision</h2>
      <span className="sample small muted">Invented figures</span>
      <ul className="features">
        <Feature title="Smart Stock Selection" text="One rating out of 60, with parts you can see.">
          <Selection />
        </Feature>
        <Feature
          title="Strike & Expiration Guidance"
          text="The option chain highlights strikes with a delta of 0.15 to 0.25, 30 to 45 days out."
        >
          <Guidance />
        </Feature>
        <Feature title="Active Portfolio Management" text="Roll, close, hold or let assign, with the rule that fired.">
          <Management />
        </Feature>
        <Feature title="Performance Tracking" text="Stock, option and covered-call results, separately and combined.">
          <Tracking />
        </Feature>
      </ul>
    </section>
  )
}

interface FeatureProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function Feature({ title, text, children }: FeatureProps) {
  return (
    <li>
      <h3>{title}</h3>
      <p className="muted">{text}</p>
      <div className="example medium figure">{children}</div>
    </li>
  )
}

const ratedStocks = [
  { name: 'Stock A', rating: 51, parts: [9.2, 14.6, 9.6, 13.4, 4.2], price: 84.2, yieldPct: 17.9 },
  { name: 'Stock B', rating: 46, parts: [8.1, 12.7, 8.9, 14.2, 2.1], price: 212.65, yieldPct: 14.6 },
  { name: 'Stock C', rating: 43, parts: [9.9, 13.8, 6.2, 9.1, 4.0], price: 57.1, yieldPct: 21.3 },
  { name: 'Stock D', rating: 41, parts: [7.9, 11.0, 8.3, 12.0, 1.8], price: 148.35, yieldPct: 11.8 },
] as const

function Selection() {
  return (
    <table>
      <thead className="small">
        <tr>
          <th>Stock</th>
          <th className="note">Callwright Rating</th>
          <th className="wide">Price $</th>
          <th>Ann. yield %</th>
        </tr>
      </thead>
      <tbody>
        {ratedStocks.map(({ name, rating, parts, price, yieldPct }) => (
          <tr key={name}>
            <th className="strong" scope="row">
              {name}
            </th>
            <td className="note">
              <IconStarFilled size={13} color="var(--rating-5)" aria-hidden="true" />
              <b>{rating}</b>
              <PointsBar parts={parts} />
            </td>
            <td className="wide">{formatPrice(price)}</td>
            <td>
              <b>{formatYieldPct(yieldPct)}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Bar with the points of each part of a rating, on a track for all 60. */
function PointsBar({ parts }: { readonly parts: readonly number[] }) {
  return (
    <svg className="wide" width="60" height="6" aria-hidden="true">
      <rect width="60" height="6" fill="var(--surface-strong)" />
      {parts.map((points, index) => (
        <rect
          key={points}
          x={parts.slice(0, index).reduce((sum, earlier) => sum + earlier + 1, 0)}
          width={points}
          height="6"
          fill="var(--text-faint)"
          opacity={index % 2 === 0 ? 1 : 0.5}
        />
      ))}
    </svg>
  )
}

const strikes = [
  { strike: 102.5, delta: 0.317, yieldPct: 21.4 },
  { strike: 105, delta: 0.236, yieldPct: 14.6 },
  { strike: 107.5, delta: 0.171, yieldPct: 9.6 },
  { strike: 110, delta: 0.119, yieldPct: 6.0 },
] as const

/** Uses the product's bounds: a delta from 0.15 to 0.25 is in range. */
const isInRange = (delta: number) => delta >= 0.15 && delta <= 0.25

function Guidance() {
  return (
    <table>
      <thead className="small">
        <tr>
          <th>Strike</th>
          <th>
            <span className="spoken">Note</span>
          </th>
          <th>Delta</th>
          <th>Yield %</th>
        </tr>
      </thead>
      <tbody>
        {strikes.map(({ strike, delta, yieldPct }) => (
          <tr key={strike} data-in-range={isInRange(delta)}>
            <th className="strong" scope="row">
              {formatPrice(strike)}
            </th>
            <td className="note muted">
              {isInRange(delta) ? <span className="badge small strong">In range</span> : 'OTM'}
            </td>
            <td>{formatDelta(delta)}</td>
            <td>
              <b>{formatYieldPct(yieldPct)}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const recommendations = [
  { name: 'Stock A', days: 21, action: 'Roll Out & Up', tone: 'warning', rule: 'Delta 0.5 or more' },
  { name: 'Stock B', days: 6, action: 'Let Assign', tone: 'loss', rule: 'A week left, headroom under 2%' },
  { name: 'Stock C', days: 38, action: '50% Profit', tone: 'info', rule: 'Half the premium in a quarter of the time' },
  { name: 'Stock D', days: 30, action: 'Hold', tone: 'gain', rule: 'No rule fired' },
] as const

const icons = {
  'Roll Out & Up': IconArrowForwardUp,
  'Let Assign': IconFlag,
  '50% Profit': IconCircleHalf2,
  Hold: IconCheck,
} as const

function Management() {
  return (
    <table>
      <thead className="spoken">
        <tr>
          <th>Position</th>
          <th>Days left</th>
          <th>Recommendation</th>
          <th>Rule</th>
        </tr>
      </thead>
      <tbody>
        {recommendations.map(({ name, days, action, tone, rule }) => {
          const Icon = icons[action]
          const background = tone === 'gain' ? 'none' : `var(--${tone}-tint)`
          return (
            <tr key={name}>
              <th className="strong" scope="row">
                {name}
              </th>
              <td className="note muted">{days} d</td>
              <td className="note">
                <span className="badge small strong" style={{ background, color: `var(--${tone})` }}>
                  <Icon size={13} stroke={2} aria-hidden="true" />
                  {action}
                </span>
              </td>
              <td className="muted rule wide">{rule}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const results = [
  ['Stock', 1_240],
  ['Option', 385],
  ['Covered call', 1_625],
] as const

function Tracking() {
  return (
    <>
      <dl>
        {results.map(([name, usd]) => (
          <div key={name}>
            <dt className="small muted">{name}</dt>
            <dd className="strong">
              <IconTriangleFilled size={9} aria-hidden="true" />
              {formatSignedUsd(usd)}
            </dd>
          </div>
        ))}
      </dl>
      <svg
        viewBox="0 0 520 120"
        fill="none"
        stroke="var(--text)"
        strokeWidth="1.7"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path stroke="var(--border-strong)" strokeWidth="1" d="M0 84.5H520" />
        <path d="M0 84 24 80 48 88 72 92 96 86 120 90 144 78 168 82 192 74 216 79 240 96 264 104 288 92 312 81 336 70 360 62 384 66 408 50 432 44 456 36 480 28 512 16" />
        <circle fill="var(--text)" cx="512" cy="16" r="4" />
      </svg>
    </>
  )
}
