import { findTerm } from '@callwright/scoring/glossary'
import Type from 'typebox'
import { Unanswerable } from './failure.ts'
import { ownStamp } from './stamp.ts'
import { defineTool } from './tool.ts'

const maybeText = Type.Union([Type.String(), Type.Null()])

/** Suggestions when the glossary lacks the requested term. */
const WELL_KNOWN = ['covered call', 'delta', 'theta', 'IV rank', 'annualized yield', 'assignment']

export const explainConcept = defineTool({
  name: 'explain_concept',
  description:
    'Explains a term of options or of this product: definition, formula, why it matters, and the thresholds used here.',
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
    if (found === null) throw new Unanswerable('NOT_FOUND', 'That term is not in the glossary.', WELL_KNOWN)
    const { term, sentence, formula, why, thresholds, example } = found
    return { term, sentence, formula, why, thresholds, example, ...ownStamp('Callwright glossary') }
  },
})
