import type { Body, Success } from '@callwright/contracts'
import type { StatementMap } from '@callwright/contracts/import-map'
import { MAX_LEDGER_LENGTH } from '@callwright/contracts/portfolio-limits'
import { coreEndpoints, type EndpointRow } from '@callwright/contracts/public-endpoints'
import { nanoid } from '@reduxjs/toolkit'
import { useRef, useState } from 'react'
import { asApiError, describeFailure } from '../../../api/http.ts'
import { useImportPositionsMutation } from '../../../api/portfolio.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { countOf } from '../../../shared/format/words.ts'
import { useSingleRun } from '../../../shared/hooks.ts'

/** The user's choices about how to read ambiguous text and which rows to import. */
export type ImportChoices = Omit<Body<'portfolio.import'>, 'csv'>

export interface Import {
  readonly text: string
  /** The server's preview or result; null before the first check and after the text changes. */
  readonly answer: ImportAnswer | null
  /** The choices that produced the answer. */
  readonly choices: ImportChoices
  /** Every question that the server asked about this text, answered or not. */
  readonly asked: readonly StatementQuestion[]
  /** The column map that was used last for this text; null if there was none. */
  readonly lastMap: StatementMap | null
  readonly busy: boolean
  /** Why the last step failed. */
  readonly trouble: string | null
  readonly write: (text: string) => void
  /** Requests a preview of each row. */
  readonly check: () => Promise<void>
  /** Requests a preview with changed choices, and discards the changes if the text cannot be read with them. */
  readonly choose: (changes: ImportChoices) => Promise<void>
  /** Goes back to the question what the columns mean. */
  readonly changeColumns: () => Promise<void>
  readonly runImport: () => Promise<void>
  /** Goes back to editing the text. */
  readonly backToText: () => void
}

/** Imports positions from text in two steps: a preview of each row, then the import. */
export function useImport(onImported: (answer: ImportAnswer) => void): Import {
  const [send, { isLoading: busy }] = useImportPositionsMutation()
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<ImportAnswer | null>(null)
  const [choices, setChoices] = useState<ImportChoices>({})
  const [asked, setAsked] = useState<readonly StatementQuestion[]>([])
  const [lastMap, setLastMap] = useState<StatementMap | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  // Idempotency key, the same for each attempt with the same text and choices: an import whose response was lost is not repeated.
  const key = useRef(nanoid())

  const ask = useSingleRun(async (dryRun: boolean, chosen: ImportChoices) => {
    setTrouble(null)
    const idempotencyKey = dryRun ? nanoid() : key.current
    const { data, error } = await send({ body: { csv: text, ...chosen }, dryRun, idempotencyKey })
    if (data === undefined) return setTrouble(describeTrouble(error, dryRun))
    if (dryRun && chosen !== choices) key.current = nanoid()
    setAnswer(data)
    setChoices(chosen)
    if (chosen.map !== undefined) setLastMap(chosen.map)
    if (data.kind === 'events') setAsked((known) => addQuestions(known, data.questions))
    if (!dryRun) onImported(data)
  })

  return {
    text,
    answer,
    choices,
    asked,
    lastMap,
    busy,
    trouble,
    write: (written) => {
      key.current = nanoid()
      setText(written)
      setAnswer(null)
      setChoices({})
      setAsked([])
      setLastMap(null)
      setTrouble(null)
    },
    check: async () => {
      const fault = checkText(text)
      if (fault === null) await ask(true, choices)
      else setTrouble(fault)
    },
    choose: (changes) => ask(true, { ...choices, ...changes }),
    changeColumns: () => {
      const { map: _dropped, ...kept } = choices
      return ask(true, kept)
    },
    runImport: () => ask(false, answer?.kind === 'events' ? { ...choices, preview: answer.preview } : choices),
    backToText: () => setAnswer(null),
  }
}

function describeTrouble(error: unknown, dryRun: boolean): string {
  const why = describeFailure(asApiError(error)) ?? commonWords.unknownError
  const what = dryRun ? 'Could not check the rows' : 'Could not import the rows'
  return commonWords.tryAgain(`${what}: ${why.replace(/\.$/, '')}`)
}

export type ImportAnswer = Success<'portfolio.import'>
export type PositionAnswer = Extract<ImportAnswer, { readonly kind: 'positions' }>
export type EventAnswer = Extract<ImportAnswer, { readonly kind: 'events' }>
export type StatementQuestion = EventAnswer['questions'][number]

/** The questions asked so far; one that is asked again has its latest text. */
function addQuestions(known: readonly StatementQuestion[], asked: readonly StatementQuestion[]): StatementQuestion[] {
  return [...new Map([...known, ...asked].map((question) => [question.id, question])).values()]
}

export type ColumnAnswer = Extract<ImportAnswer, { readonly kind: 'columns' }>

/** How many positions an import would change. */
export const countChanges = ({ counts }: PositionAnswer) => counts.created + counts.restored

/** Summary of what an import will do or has done. */
export function describeImport({ counts, dry_run: planned }: PositionAnswer): string {
  const { created, known, restored, duplicate, unconfirmed, refused } = counts
  const parts = [
    planned ? `${countOf(created, 'position')} to add` : `${countOf(created, 'position')} added`,
    restored > 0 ? (planned ? `${formatInteger(restored)} to restore` : `${formatInteger(restored)} restored`) : null,
    known > 0 ? `${formatInteger(known)} already there` : null,
    duplicate > 0 ? `${countOf(duplicate, 'duplicate')}` : null,
    unconfirmed > 0 ? `${formatInteger(unconfirmed)} not confirmed` : null,
    refused > 0 ? `${countOf(refused, 'row')} rejected` : null,
  ]
  return `${parts.filter((part) => part !== null).join(', ')}.`
}

const NAMED_COLUMNS = 5

/** Names the columns that the import ignores; null if there are none. */
export function describeIgnored(columns: readonly string[]): string | null {
  if (columns.length === 0) return null
  const more = columns.length - NAMED_COLUMNS
  const named = columns.slice(0, NAMED_COLUMNS).join(', ')
  return more > 0 ? `Ignored columns: ${named} and ${formatInteger(more)} more.` : `Ignored columns: ${named}.`
}

/** Why the text cannot be sent; null if it can. */
function checkText(text: string): string | null {
  if (text.trim() === '') return 'Choose a file, or paste rows with a header line'
  return isTooLong(text) ? TOO_LONG : null
}

const MOST_BYTES = (coreEndpoints['portfolio.import'] as EndpointRow).maxBodyBytes ?? 0

/** Quotation marks and line breaks take two bytes in a request, and most letters outside English two or three. */
const isTooLong = (text: string): boolean =>
  text.length > MAX_LEDGER_LENGTH || (text.length > MOST_BYTES / 6 && countBytes(text) > MOST_BYTES - SPARE_BYTES)

/** For the choices beside the text. */
const SPARE_BYTES = 1_000_000

const countBytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length

/** Why a text or file cannot be sent. */
export const TOO_LONG =
  'This is too long for one import. Split it into parts that each start with the header line, and import them in order'
