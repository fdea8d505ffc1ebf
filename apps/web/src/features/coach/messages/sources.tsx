import type { ChatSource, EngineFooter } from '@callwright/contracts'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatEtTime } from '../../../shared/format/times.ts'
import { capitalize } from '../../../shared/format/words.ts'
import { coachWords, nameTool } from '../coach-words.ts'
import classes from './messages.module.css'

const words = coachWords.sources

interface SourcesProps {
  readonly sources: readonly ChatSource[]
  readonly engine: EngineFooter
}

/** An answer's sources: each tool call, and the engine that wrote the text. */
export function Sources({ sources, engine }: SourcesProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={classes.small}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight className={classes.chevron} size={14} stroke={1.6} aria-hidden="true" />
        {words.title}
      </button>
      {isOpen && (
        <div id={id} className={classes.looks}>
          {sources.length === 0 && <p>{words.none}</p>}
          <ul>
            {sources.map((source) => (
              <li key={source.call}>
                <b>{capitalize(nameTool(source.tool))}</b>
                <span>{describeCall(source)}</span>
              </li>
            ))}
          </ul>
          <p>{engine.text}</p>
        </div>
      )}
    </>
  )
}

function describeCall({ args, outcome, rows, as_of, delay_minutes, source, asked_at }: ChatSource): string {
  const asked = Object.entries(args).map(([name, value]) => `${name.replaceAll('_', ' ')} ${describeValue(value)}`)
  return [
    ...asked,
    ...(outcome === 'ok' ? [] : [words.failed(outcome)]),
    ...(rows === null ? [] : [words.rows(rows)]),
    ...(source === null ? [] : [source]),
    ...(as_of === null ? [] : [words.asOf(formatEtTime(as_of))]),
    ...(delay_minutes === null ? [] : [words.delay(delay_minutes)]),
    words.askedAt(formatEtTime(asked_at)),
  ].join(' · ')
}

/** Matches an identifier used as an argument, such as `ex_dividend` or `cc_score`. */
const IDENTIFIER = /^[a-z]+(?:_[a-z]+)+$/

const describeValue = (value: unknown) => {
  if (typeof value !== 'string') return JSON.stringify(value)
  return IDENTIFIER.test(value) ? value.replaceAll('_', ' ') : value
}
