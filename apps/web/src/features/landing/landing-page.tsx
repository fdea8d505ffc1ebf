import { useState } from 'react'
import { API_REFERENCE_PATH, DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '../../shared/paths.ts'
import { Brand } from '../../shared/ui/brand.tsx'
import { exampleCall } from './calculator.tsx'
import { Benefits, Comparison, Testimonials } from './claims.tsx'
import { Faq, Human } from './explanations.tsx'
import { Features, ProductPicture } from './features.tsx'
import { Hero } from './hero.tsx'
import { type Scheme, useSession, useStoredScheme, type Visitor } from './visitor.ts'

interface LandingPageProps {
  readonly visitor: Visitor
  /** Hides testimonials, prices, counts and promised yields. */
  readonly hidesSamples: boolean
}

/** The page's rules are in `landing.css`, which only the landing document loads. */
export function LandingPage({ visitor, hidesSamples }: LandingPageProps) {
  const [call, setCall] = useState(exampleCall)
  const signedIn = useSession(visitor)
  return (
    <>
      <Navigation signedIn={signedIn} />
      <main id="content" tabIndex={-1}>
        <Hero call={call} onChange={setCall} visitor={visitor} signedIn={signedIn} />
        <ProductPicture />
        <Human />
        <Benefits hidesSamples={hidesSamples} />
        <Features />
        <Comparison hidesSamples={hidesSamples} />
        {!hidesSamples && <Testimonials />}
        <Faq />
        <Closing />
      </main>
      <Footer />
    </>
  )
}

/** Links for visitors and for signed-in users take up the same space, so nothing moves once the session is known. */
function Navigation({ signedIn }: { readonly signedIn: boolean }) {
  return (
    <header className="wrap">
      <a className="skip button" data-kind="primary" href="#content">
        Skip to content
      </a>
      <nav className="bar" aria-label="Main">
        <a className="home" href="/" aria-label="Callwright">
          <Brand />
        </a>
        <div className="links">
          <a href="#how">How it works</a>
          <a href="#compare">Compare</a>
          <a href="#faq">FAQ</a>
        </div>
        <div className="account">
          <div style={{ visibility: signedIn ? 'hidden' : 'visible' }}>
            <a className="button" data-kind="ghost" href={LOGIN_PATH}>
              Log In
            </a>
            <a className="button" data-kind="primary" href={REGISTER_PATH}>
              Start Free Trial
            </a>
          </div>
          <div style={{ visibility: signedIn ? 'visible' : 'hidden' }}>
            <a className="button" data-kind="primary" href={DASHBOARD_PATH}>
              Open dashboard
            </a>
          </div>
        </div>
      </nav>
    </header>
  )
}

function Closing() {
  return (
    <section className="closing" aria-labelledby="closing-title">
      <svg viewBox="0 0 1440 360" preserveAspectRatio="xMaxYMid slice" fill="none" strokeWidth="5" aria-hidden="true">
        <path stroke="var(--text)" d="M640 400 1060 120" />
        <path stroke="var(--accent)" d="M1060 120H1460" />
        <circle fill="var(--accent)" stroke="var(--surface-page)" cx="1060" cy="120" r="13" />
      </svg>
      <div className="wrap">
        <h2 id="closing-title">Sell your first call with a plan.</h2>
        <div className="actions">
          <a className="button" data-kind="primary" data-size="large" href={REGISTER_PATH}>
            Start Free Trial
          </a>
        </div>
      </div>
    </section>
  )
}

const DISCLOSURE_URL = 'https://www.theocc.com/company-information/documents-and-archives/options-disclosure-document'

function Footer() {
  return (
    <footer className="medium faint">
      <div className="wrap">
        <div>
          <Brand />
        </div>
        <div className="notes">
          <p>
            Options involve risk and are not suitable for all investors. Read{' '}
            <a href={DISCLOSURE_URL}>Characteristics and Risks of Standardized Options</a> before you trade. Yields
            shown are hypothetical, before costs and tax, and do not guarantee results. Callwright provides information,
            not advice.
          </p>
          <p>
            Callwright is open source under the Apache License 2.0. Charts by Highcharts, which is not open source and
            is licensed separately by Highsoft. For developers: <a href={API_REFERENCE_PATH}>API reference</a>.
          </p>
        </div>
        <ThemeChoice />
      </div>
    </footer>
  )
}

const schemes: readonly (readonly [Scheme, string])[] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'System'],
]

function ThemeChoice() {
  const [chosen, choose] = useStoredScheme()
  return (
    <fieldset className="muted" data-needs-script>
      <legend className="strong">Theme</legend>
      {schemes.map(([scheme, name]) => (
        <label key={scheme}>
          <input type="radio" name="theme" checked={scheme === chosen} onChange={() => choose(scheme)} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
