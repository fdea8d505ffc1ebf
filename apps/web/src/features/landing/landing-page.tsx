import { useState } from 'react'
import { exampleCall } from './call-terms.ts'
import { Closing } from './closing.tsx'
import { Comparison } from './comparison.tsx'
import { Faq } from './faq.tsx'
import { Features } from './features.tsx'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { Human } from './human.tsx'
import classes from './landing-page.module.css'
import { Navigation } from './navigation.tsx'
import { ProductPicture } from './product-picture.tsx'
import { Testimonials } from './testimonials.tsx'
import { useSession } from './use-session.ts'
import { Values } from './values.tsx'
import type { Visitor } from './visitor.ts'

interface LandingPageProps {
  readonly visitor: Visitor
  /** Hides testimonials, prices, counts and promised yields. */
  readonly hidesSamples: boolean
}

export function LandingPage({ visitor, hidesSamples }: LandingPageProps) {
  const [call, setCall] = useState(exampleCall)
  const signedIn = useSession(visitor)
  return (
    <div className={classes.page}>
      <Navigation signedIn={signedIn} />
      <main id="content" tabIndex={-1}>
        <Hero call={call} onChange={setCall} visitor={visitor} signedIn={signedIn} />
        <ProductPicture />
        <Human />
        <Values hidesSamples={hidesSamples} />
        <Features />
        <Comparison hidesSamples={hidesSamples} />
        {!hidesSamples && <Testimonials />}
        <Faq />
        <Closing />
      </main>
      <Footer />
    </div>
  )
}
