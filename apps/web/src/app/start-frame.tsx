import type { ReactNode } from 'react'
import { Brand, Mark } from '../shared/ui/brand.tsx'
import classes from './start-frame.module.css'

/** One-line description of each page, shown while the page loads. The key is the first path segment. */
const leads = {
  dashboard: 'What your covered calls have earned, which ones need a decision, and the best-rated calls in the market.',
  screening: 'Every stock in the market, ranked by what a covered call on it would earn for the risk.',
  analysis:
    'One stock in full: its chart, every call you can sell on it, and what each one returns if called away or kept.',
  portfolio:
    'Your covered calls: what each is worth today, how close the stock is to the strike, and what the rules recommend.',
  'ai-coach': 'Answers about your positions and the market, with every figure traceable to its data.',
  alerts: 'What your rules have found, what they watch, and how their messages reach you.',
  settings: 'Appearance, rating weights, and everything about your account and its data.',
} as const

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Skeleton of a signed-in page. It uses no UI library, so that it can be part of the static HTML. */
export function StartFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.frame} aria-busy="true">
      <aside className={classes.side}>
        <Brand />
      </aside>
      <main className={classes.content}>
        <div className={classes.top} role="status">
          <span className={classes.mark}>
            <Mark />
          </span>
          {children}
        </div>
        {Object.entries(leads).map(([page, lead]) => (
          <p key={page} className={classes.lead} data-of={page}>
            {lead}
          </p>
        ))}
        <div className={classes.panel} aria-hidden="true">
          {rows.map((row) => (
            <div key={row} className={classes.row}>
              <span />
              <span />
              <span />
            </div>
          ))}
        </div>
      </main>
    </div>
  )
}

/** Skeleton in the static HTML. Users with a session see it until the first render. */
export function DocumentFrame() {
  return (
    <div className={classes.document}>
      <StartFrame>{null}</StartFrame>
    </div>
  )
}
