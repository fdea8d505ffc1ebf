import type { ReactNode } from 'react'
import { YIELD_CONDITION } from './calculator.tsx'

// The sample content in this file is invented: claims, figures, prices and counts. Operators of public sites replace it
// with facts that they can prove, or hide it with VITE_HIDE_SAMPLE_CLAIMS.

const sampleMark = <span className="sample small muted">Sample content</span>

interface Text {
  readonly title: string
  readonly text: string
}

interface Benefit extends Text {
  readonly drawing: ReactNode
  /** Shown in place of a sample when samples are hidden. */
  readonly instead?: Text
}

const YEARS = [0, 1, 2, 3, 4, 5, 6] as const
const FIVE_DAYS = Array.from({ length: 13 }, (_, index) => 4 + 16 * index)
const ground = { stroke: 'var(--border-strong)', strokeWidth: 1 } as const

const benefits: readonly Benefit[] = [
  {
    title: '12-18% expected annual yield',
    text: `Compared with 10-12% for covered-call funds. ${YIELD_CONDITION}`,
    instead: {
      title: 'Get paid for the upside',
      text: 'You sell the gains above your strike and collect the premium today.',
    },
    drawing: (
      <>
        <path {...ground} d="M4 66H196" />
        <path stroke="var(--text)" d="M4 66 92 18" />
        <path stroke="var(--accent)" d="M92 18H196" />
        <circle fill="var(--accent)" cx="92" cy="18" r="6" />
      </>
    ),
  },
  {
    title: '$99/month, whatever you hold',
    text: 'Funds charge 1.0% or more of everything, every year. Start with a free trial.',
    instead: {
      title: 'No fee on what you hold',
      text: 'Your shares stay in your own account, and no fund takes a cut.',
    },
    // Fund fees, which grow with the assets each year, above a flat fee.
    drawing: (
      <>
        <path {...ground} d="M4 66H196" />
        {YEARS.map((year) => (
          <g key={year}>
            <rect
              {...ground}
              fill="var(--surface-strong)"
              x={6 + 28 * year}
              y={56 - 8 * year}
              width="18"
              height={10 + 8 * year}
            />
            <rect fill="var(--text)" x={6 + 28 * year} y="58" width="18" height="8" />
          </g>
        ))}
      </>
    ),
  },
  {
    title: '30-45 days at a time',
    text: 'The window in which time value decays fastest for the risk you take.',
    drawing: (
      <>
        <path {...ground} d="M4 44H196" />
        {FIVE_DAYS.map((x) => (
          <path key={x} stroke="var(--text-faint)" strokeWidth="1" d={`M${x} 38v12`} />
        ))}
        <rect
          fill="var(--accent-tint)"
          stroke="var(--accent-line)"
          strokeWidth="1.5"
          x="100"
          y="30"
          width="48"
          height="28"
          rx="3"
        />
        <text className="small strong" x="124" y="20" textAnchor="middle" fill="var(--accent)">
          30 to 45
        </text>
        <circle fill="var(--text)" cx="4" cy="44" r="5" />
      </>
    ),
  },
]

interface ClaimsProps {
  readonly hidesSamples: boolean
}

export function Benefits({ hidesSamples }: ClaimsProps) {
  return (
    <div className="wrap section">
      <ul className="benefits" aria-label="Benefits">
        {benefits.map(({ drawing, title, text, instead }) => {
          const shown = hidesSamples && instead !== undefined ? instead : { title, text }
          return (
            <li key={title}>
              <svg
                viewBox="0 0 200 72"
                height="72"
                fill="none"
                strokeWidth="3"
                strokeLinecap="round"
                aria-hidden="true"
              >
                {drawing}
              </svg>
              <h3>{shown.title}</h3>
              <p className="muted">{shown.text}</p>
              {instead !== undefined && !hidesSamples && sampleMark}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface ComparisonRow {
  readonly name: string
  readonly funds: string
  readonly ours: string
  /** Text of the footnote. A row with a footnote is a sample. */
  readonly footnote?: string
}

const comparisonRows: readonly ComparisonRow[] = [
  {
    name: 'Annual fees',
    funds: '1.0%+ of assets',
    ours: '$99/month',
    footnote: 'Sample figures as of July 2026. Fund fees vary; see the prospectus of each fund.',
  },
  {
    name: 'Expected yield',
    funds: '10-12%',
    ours: '12-18%',
    footnote: `Sample figures as of July 2026, not the results of any investor. ${YIELD_CONDITION} Method: the premium of one call with a delta of 0.15 to 0.30 and 30 to 45 days to expiration, divided by the share price and annualized (× 365 / days). The shares may fall by more than that.`,
  },
  { name: 'Strategy control', funds: 'The manager decides', ours: 'You pick the stock, strike and date' },
  { name: 'Learning', funds: 'Fund reports', ours: 'Every number explained, plus a coach' },
  { name: 'Customization', funds: 'One product for everyone', ours: 'Your screens, filters and weights' },
]
const footnotes = comparisonRows.flatMap(({ footnote }) => footnote ?? [])

export function Comparison({ hidesSamples }: ClaimsProps) {
  const rows = comparisonRows.filter(({ footnote }) => !(hidesSamples && footnote !== undefined))
  return (
    <section className="wrap section" id="compare" aria-labelledby="compare-title">
      <h2 id="compare-title">A fund's income without the fund</h2>
      {!hidesSamples && sampleMark}
      <table className="comparison">
        <caption className="spoken">Covered-call ETFs against Callwright</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Covered-call ETFs</th>
            <th className="strong" scope="col">
              Callwright
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, funds, ours, footnote }) => (
            <tr key={name}>
              <th className="muted" scope="row">
                {name}
              </th>
              <td>{funds}</td>
              <td className="strong">
                {ours}
                {footnote !== undefined && <Reference number={footnotes.indexOf(footnote) + 1} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!hidesSamples && (
        <ol className="footnotes">
          {footnotes.map((text, index) => (
            <li key={text} className="small faint" id={`footnote-${index + 1}`}>
              {text}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Reference({ number }: { readonly number: number }) {
  return (
    <sup>
      <a href={`#footnote-${number}`} aria-label={`Footnote ${number}`}>
        {number}
      </a>
    </sup>
  )
}

/** Quotes invented for this page, so they are attributed to roles instead of names. */
const quotes = [
  ['I stopped guessing strikes. The ladder shows me two lines and I pick one.', 'Self-directed investor'],
  ['The note to roll came a week before I would have looked.', 'Part-time trader'],
  ['I finally know which part of my return is stock and which is premium.', 'Long-term shareholder'],
] as const

export function Testimonials() {
  return (
    <section className="wrap section" aria-labelledby="testimonials-title">
      <h2 id="testimonials-title">What 5,000+ investors say</h2>
      {sampleMark}
      <ul className="quotes">
        {quotes.map(([text, role]) => (
          <li key={role}>
            <blockquote>{text}</blockquote>
            <p className="medium muted">{role}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
