import type { ChatSource, EngineFooter } from '@callwright/contracts'
import { Box, Group, Stack } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { formatInteger } from '../../shared/format/numbers.ts'
import { formatDayLong, formatEtTime, formatLocalTime } from '../../shared/format/times.ts'
import { capitalize } from '../../shared/format/words.ts'
import { notify } from '../../shared/notifications.tsx'
import { OwnWords } from './amount-mask.tsx'
import classes from './coach.module.css'
import { nameTool, type ShownMessage } from './conversation.ts'

type Block =
  | { readonly kind: 'space' }
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'list'; readonly items: string[] }

/** List marker. A hyphen before a digit is a minus sign, not a marker. */
const BULLET = /^\s*(?:[•*]|-(?!\d))\s*/

/** Text of a message: lines with a bullet or hyphen become lists, blank lines become spacing. */
export function MessageText({ text }: { readonly text: string }) {
  return readBlocks(text).map((block, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the lines of a message never reorder
    if (block.kind === 'space') return <Box key={index} h={6} data-testid="spacer" />
    if (block.kind === 'line')
      return (
        <p key={index}>
          <OwnWords text={block.text} />
        </p>
      )
    return (
      <ul key={index} className={classes.bullets}>
        {block.items.map((item, place) => (
          <li key={place}>
            <OwnWords text={item} />
          </li>
        ))}
      </ul>
    )
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the lines of a message never reorder
  })
}

function readBlocks(text: string): readonly Block[] {
  const blocks: Block[] = []
  for (const line of text.split('\n')) {
    const last = blocks.at(-1)
    const item = line.replace(BULLET, '')
    if (line.trim() === '') {
      if (last !== undefined && last.kind !== 'space') blocks.push({ kind: 'space' })
    } else if (item === line) blocks.push({ kind: 'line', text: line })
    else if (last?.kind === 'list') last.items.push(item)
    else blocks.push({ kind: 'list', items: [item] })
  }
  if (blocks.at(-1)?.kind === 'space') blocks.pop()
  return blocks
}

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true })

/** `9:03 AM` in local time. Replaces the narrow space that some browsers insert, which would break in-page search. */
const formatClock = (timestamp: string) => clock.format(new Date(timestamp)).replace(/\s/g, ' ')

export function MessageTime({ timestamp }: { readonly timestamp: string }) {
  return (
    <time dateTime={timestamp} title={formatLocalTime(timestamp)}>
      {formatClock(timestamp)}
    </time>
  )
}

/** Line below a message. */
export const Foot = ({ children }: { readonly children: ReactNode }) => (
  <Group gap="md" mih={24} fz="sm" lh="1rem" c="var(--text-faint)">
    {children}
  </Group>
)

/** Time of the figures on the card, and their delay. */
const describeTime = (asOf: string, delay: number | null) =>
  `Figures as of ${formatEtTime(asOf)}${delay === null || delay === 0 ? '' : `, delayed ${formatInteger(delay)} min`}`

/** Time, sources and Copy button of an answer. */
export function AnswerFoot({ message }: { readonly message: ShownMessage }) {
  const { content, timestamp, sources, engine, trouble, dataReturned } = message
  if (timestamp === null) return null
  return (
    <Foot>
      <MessageTime timestamp={timestamp} />
      {dataReturned?.as_of != null && <span>{describeTime(dataReturned.as_of, dataReturned.delay_minutes)}</span>}
      {trouble === null && <CopyButton text={content} />}
      {engine !== null && <Sources sources={sources} engine={engine} />}
    </Foot>
  )
}

function CopyButton({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      notify('Your browser does not allow copying here.')
    }
  }
  return (
    <button type="button" className={classes.small} onClick={copy} onBlur={() => setCopied(false)}>
      {copied ? 'Copied' : 'Copy'}
    </button>
  )
}

interface SourcesProps {
  readonly sources: readonly ChatSource[]
  readonly engine: EngineFooter
}

/** An answer's sources: each tool call, and the engine that wrote the text. */
function Sources({ sources, engine }: SourcesProps) {
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
        How I got this
      </button>
      {isOpen && (
        <Stack id={id} gap="sm" mt="xs" pl="md" c="dimmed" fz="md" lh="1.25rem" className={classes.looks}>
          {sources.length === 0 && <p>No market data was read for this answer.</p>}
          <Stack component="ul" gap="xs">
            {sources.map((source) => (
              <li key={source.call}>
                <b>{capitalize(nameTool(source.tool))}</b>
                <p>{describeCall(source)}</p>
              </li>
            ))}
          </Stack>
          <p>{engine.text}</p>
        </Stack>
      )}
    </>
  )
}

function describeCall({ args, outcome, rows, as_of, delay_minutes, source, asked_at }: ChatSource): string {
  const asked = Object.entries(args).map(([name, value]) => `${name.replaceAll('_', ' ')} ${describeValue(value)}`)
  return [
    ...asked,
    ...(outcome === 'ok' ? [] : [`Failed: ${outcome.toLowerCase().replaceAll('_', ' ')}`]),
    ...(rows === null ? [] : [`${formatInteger(rows)} ${rows === 1 ? 'row' : 'rows'}`]),
    ...(source === null ? [] : [source]),
    ...(as_of === null ? [] : [`as of ${formatEtTime(as_of)}`]),
    ...(delay_minutes === null ? [] : [`delayed ${formatInteger(delay_minutes)} min`]),
    `read ${formatEtTime(asked_at)}`,
  ].join(' · ')
}

/** Matches an identifier used as an argument, such as `ex_dividend` or `cc_score`. */
const IDENTIFIER = /^[a-z]+(?:_[a-z]+)+$/

const DAY = /^\d{4}-\d{2}-\d{2}$/

const describeValue = (value: unknown) => {
  if (typeof value !== 'string') return JSON.stringify(value)
  if (DAY.test(value)) return formatDayLong(value)
  return IDENTIFIER.test(value) ? value.replaceAll('_', ' ') : value
}
