import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { LandingPage } from './landing-page.tsx'
import type { Visitor } from './visitor.ts'

/** Prerendering assumes an anonymous visitor, because only the browser knows about a session. */
const anonymousVisitor: Visitor = { hasSession: () => false, openDemo: () => Promise.resolve(null) }

/** Renders the page's HTML for the static document. */
export const render = (): string =>
  renderToString(
    <StrictMode>
      <LandingPage visitor={anonymousVisitor} hidesSamples={import.meta.env.VITE_HIDE_SAMPLE_CLAIMS === 'true'} />
    </StrictMode>,
  )
