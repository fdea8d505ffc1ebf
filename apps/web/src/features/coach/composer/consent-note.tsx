import { Button } from '@mantine/core'
import { coachWords } from '../coach-words.ts'
import type { Consent } from '../use-consent.ts'
import classes from './composer.module.css'

const words = coachWords.consent

/** Asks for consent before positions are sent to a provider, and shows the decision. */
export function ConsentNote({ consent: { recipient, agreed, decide } }: { readonly consent: Consent }) {
  if (recipient === null) return null
  if (agreed !== null) {
    return (
      <p className={classes.decided}>
        {agreed ? words.agreed(recipient) : words.declined(recipient)}{' '}
        <button type="button" onClick={() => decide(null)}>
          {words.change}
        </button>
      </p>
    )
  }
  return (
    <section className={classes.consent} aria-label={words.agree}>
      <p>{words.text(recipient)}</p>
      <div>
        <Button variant="filled" onClick={() => decide(true)}>
          {words.agree}
        </Button>
        <Button onClick={() => decide(false)}>{words.decline}</Button>
      </div>
    </section>
  )
}
