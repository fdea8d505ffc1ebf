import { useId, useState } from 'react'
import { renderFieldError } from '../../../shared/ui/field-error.tsx'
import classes from './import-dialog.module.css'
import { importWords as words } from './transfer-words.ts'

interface ImportSourceProps {
  readonly text: string
  readonly onText: (text: string) => void
}

const EXAMPLE = `ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price,contracts
QAAA,2026-06-12,2026-08-21,130,2.05,120.50,2`

/** Input for the rows: a file or pasted text. */
export function ImportSource({ text, onText }: ImportSourceProps) {
  const id = useId()
  const [fault, setFault] = useState<string | undefined>(undefined)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    try {
      const content = await file.text()
      setFault(undefined)
      onText(content)
    } catch {
      setFault(words.unreadable)
    }
  }
  return (
    <div className={classes.source}>
      <label htmlFor={`${id}-file`}>{words.file}</label>
      <input
        id={`${id}-file`}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={({ target }) => void read(target.files?.[0])}
      />
      {fault !== undefined && (
        <p id={`${id}-fault`} className={classes.fault} role="alert">
          {renderFieldError(fault)}
        </p>
      )}
      <label htmlFor={`${id}-text`}>{words.text}</label>
      <textarea
        id={`${id}-text`}
        aria-describedby={`${id}-hint`}
        rows={8}
        spellCheck={false}
        autoComplete="off"
        placeholder={EXAMPLE}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <p id={`${id}-hint`} className={classes.hint}>
        {words.hint}
      </p>
    </div>
  )
}
