import { asApiError, describeFailure } from '../../../api/http.ts'
import { type ConfirmItem, lifecycleApi, type ProposedEvent } from '../../../api/lifecycle.ts'
import type { PositionLife, Suggestion } from '../../../api/portfolio.ts'
import { useSessionDispatch } from '../../../api/session.ts'
import { nameCall } from '../../../shared/format/positions.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { notify } from '../../../shared/notifications.tsx'
import { newId } from '../data/pending-change.ts'
import { useRecorder } from '../record/use-record.ts'

/** One answer to a suggestion: its own event, or one that the user gives instead. */
export interface Answer {
  readonly suggestion: Suggestion
  readonly event?: ProposedEvent
}

const { confirmSuggestions, dismissSuggestion } = lifecycleApi.endpoints

/** Confirms and dismisses suggestions; what was recorded can be undone for a while. */
export function useConfirm() {
  const dispatch = useSessionDispatch()
  const { announce } = useRecorder()
  return {
    /** Returns why nothing was recorded, or null. Several answers may belong to one suggestion. */
    confirm: async (answers: readonly Answer[]): Promise<string | null> => {
      const items = answers.flatMap(toItem)
      const { data, error } = await dispatch(
        confirmSuggestions.initiate({ items, key: newId(Date.now()) }, { track: false }),
      )
      if (data === undefined) return describe(error)
      announce(data.confirmed)
      const [first] = data.refused
      if (first === undefined) return null
      const reasons = data.refused.map(({ reason }) => toSentence(reason)).join(' ')
      if (data.confirmed.length > 0) notify(`Not recorded: ${reasons}`, { stays: true })
      return reasons
    },
    /** Returns why it was not dismissed, or null. */
    dismiss: async ({ id }: Suggestion): Promise<string | null> => {
      const { error } = await dispatch(
        dismissSuggestion.initiate({ suggestionId: id, eventId: newId(Date.now()) }, { track: false }),
      )
      return error === undefined ? null : describe(error)
    },
  }
}

function describe(error: unknown): string {
  const failure = asApiError(error ?? {})
  const why = toSentence(describeFailure(failure) ?? 'No response')
  return failure?.kind === 'rejected' ? why : `${why} Recording needs a connection.`
}

function toItem({ suggestion, event }: Answer): ConfirmItem[] {
  const kind = event?.kind ?? suggestion.event?.kind
  if (kind === undefined) return []
  return [
    {
      suggestion_id: suggestion.id,
      event_id: newId(Date.now()),
      expected_kind: suggestion.event?.kind ?? kind,
      ...(event !== undefined && { event }),
    },
  ]
}

/** The parts of the panel: how calls ended, dividends, and changes of the shares. */
export const suggestionGroups = ['outcomes', 'dividends', 'changes'] as const
export type SuggestionGroup = (typeof suggestionGroups)[number]

const groupByKind: Readonly<Record<Suggestion['kind'], SuggestionGroup>> = {
  expire: 'outcomes',
  assign: 'outcomes',
  early_assignment: 'outcomes',
  dividend: 'dividends',
  split: 'changes',
  special_dividend: 'changes',
}

/** Names the call or stock of a suggestion; null if its sentence begins with the symbol, as those of dividends do. */
export function nameSubject({ kind, symbol, sentence, evidence }: Suggestion): string | null {
  if (sentence.startsWith(`${symbol} `)) return null
  return groupByKind[kind] === 'outcomes' && evidence.strike !== null
    ? nameCall({ symbol, strike: evidence.strike })
    : symbol
}

export const groupOf = ({ kind }: Pick<Suggestion, 'kind'>): SuggestionGroup => groupByKind[kind]

/** The suggested outcome of a call; null if there is none. Splits and dividends are answered in the panel alone. */
export function findOutcome(life: PositionLife | null): Suggestion | null {
  const suggestion = life?.suggestion ?? null
  return suggestion !== null && groupOf(suggestion) === 'outcomes' ? suggestion : null
}

/** Whether one click may record it, together with others: the data leave no doubt (L22). */
export const isClear = ({ certainty, event }: Pick<Suggestion, 'certainty' | 'event'>) =>
  certainty === 'presumed' && event !== null
