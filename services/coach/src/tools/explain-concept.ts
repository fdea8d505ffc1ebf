import { findTerm } from '@callwright/scoring/glossary'
import Type from 'typebox'
import { Unanswerable } from './failure.ts'
import { ownStamp } from './stamp.ts'
import { defineTool } from './tool.ts'

const maybeText = Type.Union([Type.String(), Type.Null()])

/** What to ask about instead of a word the glossary does not know. */
const WELL_KNOWN = ['covered call', 'delta', 'theta', 'IV rank', 'annualized yield', 'assignment']

export const explainConcept = defineTool({
  name: 'explain_concept',
  description:
    'What a term of options or of this product means: a sentence, its formula, why it matters, the thresholds used here.',
  args: { term: Type.String({ minLength: 1, maxLength: 80 }) },
  result: {
    term: Type.String(),
    sentence: Type.String(),
    formula: maybeText,
    why: Type.String(),
    thresholds: maybeText,
    example: maybeText,
  },
  run: async ({ term: word }) => {
    const found = findTerm(word)
    if (found === null) throw new Unanswerable('NOT_FOUND', 'The glossary has no such term.', WELL_KNOWN)
    const { term, sentence, formula, why, thresholds, example } = found
    return { term, sentence, formula, why, thresholds, example, ...ownStamp('The glossary of this product') }
  },
})
