import { readFileSync } from 'node:fs'
import { allFacts } from '../../facts/facts.ts'
import { type Intent, isIntent } from './intents.ts'

export interface Phrase {
  readonly intent: Intent
  readonly text: string
}

/** Reads the labelled phrases. Throws on an unknown intent. */
function readPhrases(): readonly Phrase[] {
  const file = readFileSync(new URL('./phrases.txt', import.meta.url), 'utf8')
  return file
    .split(/^# /mu)
    .slice(1)
    .flatMap((section) => {
      const [intent = '', ...lines] = section.split('\n')
      if (!isIntent(intent)) throw new Error(`phrases.txt has the unknown intent ${intent}`)
      return lines.flatMap((line) =>
        line.split('|').flatMap((phrase) => (phrase.trim() === '' ? [] : [{ intent, text: phrase.trim() }])),
      )
    })
}

const written = readPhrases()
/** So many of an entry's questions train the classifier: with all of them, general questions outweigh the others. */
const TRAINING_QUESTIONS = 3
/** The questions of the facts are labelled by their entries. */
export const phrases: readonly Phrase[] = [
  ...written,
  ...allFacts.flatMap(({ intent, questions }) =>
    questions.slice(0, TRAINING_QUESTIONS).map((text) => ({ intent, text })),
  ),
]

const wordsOf = (texts: readonly string[]) => texts.flatMap((text) => text.match(/[a-z][a-z']+/gu) ?? [])
export const phraseWords = (): string[] => wordsOf(written.map(({ text }) => text))
export const factWords = (): string[] => wordsOf(allFacts.flatMap(({ questions }) => questions))
