import '@fontsource-variable/instrument-sans/wdth.css'
import './shared/theme/fallback-font.css'
import './shared/theme/base.css'
import './shared/theme/tokens.css'
import './features/landing/landing.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { openBrowserServices } from './api/services.ts'
import { LandingPage } from './features/landing/landing-page.tsx'
import { createVisitor } from './features/landing/visitor.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')

hydrateRoot(
  root,
  <StrictMode>
    <LandingPage
      visitor={createVisitor(openBrowserServices(), (path) => window.location.assign(path))}
      hidesSamples={import.meta.env.VITE_HIDE_SAMPLE_CLAIMS === 'true'}
    />
  </StrictMode>,
)
