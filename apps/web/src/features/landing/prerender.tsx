import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { LandingPage } from './landing-page.tsx'
import type { Visitor } from './visitor.ts'

/** Nobody in particular: who it is turns out in the browser. */
const anybody: Visitor = { hasSession: () => false, openDemo: () => Promise.resolve(null) }

/** The page as it stands in the document. */
export const render = (): string =>
  renderToString(
    <StrictMode>
      <LandingPage visitor={anybody} hidesSamples={import.meta.env.VITE_HIDE_SAMPLE_CLAIMS === 'true'} />
    </StrictMode>,
  )
