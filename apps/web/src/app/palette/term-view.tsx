import type { GlossaryTerm } from '@callwright/scoring/glossary'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { capitalize } from '../../shared/format/words.ts'
import { paletteWords } from './palette-words.ts'
import classes from './term-view.module.css'

/** Glossary entry of one term. */
export function TermView({ term, onBack }: { readonly term: GlossaryTerm; readonly onBack: () => void }) {
  const facts = [
    { label: paletteWords.formula, text: term.formula },
    { label: paletteWords.thresholds, text: term.thresholds },
    { label: paletteWords.example, text: term.example },
  ]
  return (
    <article className={classes.term}>
      <h2 className={classes.title}>{capitalize(term.term)}</h2>
      <p>{term.sentence}</p>
      <p>{term.why}</p>
      <dl className={classes.facts}>
        {facts.map(
          ({ label, text }) =>
            text !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      <Button
        className={classes.back}
        autoFocus
        leftSection={<IconArrowLeft size={14} stroke={1.6} aria-hidden="true" />}
        onClick={onBack}
      >
        {paletteWords.back}
      </Button>
    </article>
  )
}
