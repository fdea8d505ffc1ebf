import type { Body } from '@callwright/contracts'
import { nanoid } from '@reduxjs/toolkit'
import { useRef, useState } from 'react'
import { asApiError, describeFailure } from '../../../api/api-error.ts'
import { useImportPositionsMutation } from '../../../api/portfolio-endpoints.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { useSingleRun } from '../../../shared/use-single-run.ts'
import { checkText, type ImportAnswer } from './import-view.ts'
import { importWords as words } from './transfer-words.ts'

/** The user's choices about how to read ambiguous text and which rows to import. */
export type ImportChoices = Omit<Body<'portfolio.import'>, 'csv'>

export interface Import {
  readonly text: string
  /** The server's preview or result; null before the first check and after the text changes. */
  readonly answer: ImportAnswer | null
  /** The choices that produced the answer. */
  readonly choices: ImportChoices
  readonly busy: boolean
  /** Why the last step failed. */
  readonly trouble: string | null
  readonly write: (text: string) => void
  /** Requests a preview of each row. */
  readonly check: () => Promise<void>
  /** Requests a preview with changed choices, and discards the changes if the text cannot be read with them. */
  readonly choose: (changes: ImportChoices) => Promise<void>
  readonly runImport: () => Promise<void>
  /** Goes back to editing the text. */
  readonly backToText: () => void
}

/** Imports positions from text in two steps: a preview of each row, then the import. */
export function useImport(onImported: () => void): Import {
  const [send, { isLoading: busy }] = useImportPositionsMutation()
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<ImportAnswer | null>(null)
  const [choices, setChoices] = useState<ImportChoices>({})
  const [trouble, setTrouble] = useState<string | null>(null)
  // Idempotency key, the same for each attempt with the same text and choices: an import whose response was lost is not repeated.
  const key = useRef(nanoid())

  const ask = useSingleRun(async (dryRun: boolean, chosen: ImportChoices) => {
    setTrouble(null)
    const idempotencyKey = dryRun ? nanoid() : key.current
    const { data, error } = await send({ body: { csv: text, ...chosen }, dryRun, idempotencyKey })
    if (data === undefined) return setTrouble(describeTrouble(error, dryRun))
    if (chosen !== choices) key.current = nanoid()
    setAnswer(data)
    setChoices(chosen)
    if (!dryRun) onImported()
  })

  return {
    text,
    answer,
    choices,
    busy,
    trouble,
    write: (written) => {
      key.current = nanoid()
      setText(written)
      setAnswer(null)
      setChoices({})
      setTrouble(null)
    },
    check: async () => {
      const fault = checkText(text)
      if (fault === null) await ask(true, choices)
      else setTrouble(fault)
    },
    choose: (changes) => ask(true, { ...choices, ...changes }),
    runImport: () => ask(false, choices),
    backToText: () => setAnswer(null),
  }
}

function describeTrouble(error: unknown, dryRun: boolean): string {
  const why = describeFailure(asApiError(error)) ?? commonWords.unknownError
  const what = dryRun ? words.notChecked : words.notImported
  return commonWords.tryAgain(`${what}: ${why.replace(/\.$/, '')}`)
}
