import { Button, Group, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useSuggestionsQuery } from '../../../api/lifecycle.ts'
import type { Suggestion } from '../../../api/portfolio.ts'
import { countOf, toSentence } from '../../../shared/format/words.ts'
import { useOnline, useSingleRun } from '../../../shared/hooks.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { Banner } from '../../../shared/ui/notices.tsx'
import { useMaskedText } from '../money.tsx'
import page from '../portfolio.module.css'
import classes from './confirm.module.css'
import {
  type Answer,
  groupOf,
  isClear,
  nameSubject,
  type SuggestionGroup,
  suggestionGroups,
  useConfirm,
} from './use-confirm.ts'

interface ConfirmPanelProps {
  /** Opens the dialog in which an outcome is answered by hand. */
  readonly onAsk: (suggestion: Suggestion) => void
  readonly onEdit: (positionId: string) => void
}

const POLL_MS = 300_000
const none: readonly Suggestion[] = []

/** Suggestions to confirm: outcomes, dividends and changes of shares. Absent if there are none. */
export function ConfirmPanel({ onAsk, onEdit }: ConfirmPanelProps) {
  const { data: suggestions = none } = useSuggestionsQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  })
  const { confirm, dismiss } = useConfirm()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const run = useSingleRun(async (act: () => Promise<string | null>) => {
    setBusy(true)
    try {
      setFailure(await act())
    } finally {
      setBusy(false)
    }
  })
  const shown = suggestionGroups
    .map((group) => ({ group, suggestions: suggestions.filter((each) => groupOf(each) === group) }))
    .filter((each) => each.suggestions.length > 0)
  if (shown.length === 0) return null
  return (
    <section className={page.panel} aria-label="To confirm">
      {failure !== null && <Banner tone="rejection">{failure}</Banner>}
      {shown.map((each) => (
        <GroupOfSuggestions
          key={each.group}
          {...each}
          busy={busy}
          onConfirm={(answers) => void run(() => confirm(answers))}
          onDismiss={(suggestion) => void run(() => dismiss(suggestion))}
          onAsk={onAsk}
          onEdit={onEdit}
        />
      ))}
    </section>
  )
}

const words: Readonly<
  Record<SuggestionGroup, { readonly title: (count: number) => string; readonly all: string; readonly isOpen: boolean }>
> = {
  outcomes: { title: (count) => `${countOf(count, 'outcome')} to confirm`, all: 'Confirm all', isOpen: false },
  dividends: { title: (count) => `${countOf(count, 'dividend')} to record`, all: 'Record all', isOpen: false },
  changes: { title: (count) => `${countOf(count, 'change')} of your shares to apply`, all: 'Apply all', isOpen: true },
}

interface GroupProps extends ConfirmPanelProps {
  readonly group: SuggestionGroup
  readonly suggestions: readonly Suggestion[]
  readonly busy: boolean
  readonly onConfirm: (answers: readonly Answer[]) => void
  readonly onDismiss: (suggestion: Suggestion) => void
}

function GroupOfSuggestions({ group, suggestions, busy, onConfirm, ...acts }: GroupProps) {
  const { title, all, isOpen } = words[group]
  const [expanded, setExpanded] = useState(isOpen)
  const isOnline = useOnline()
  const listId = useId()
  const clear = suggestions.filter(isClear)
  const Chevron = expanded ? IconChevronUp : IconChevronDown
  const isOff = !isOnline || busy
  return (
    <div className={classes.group}>
      <Group className={classes.head ?? ''} gap="sm" wrap="nowrap">
        <button
          type="button"
          className={page.strip}
          aria-expanded={expanded}
          aria-controls={listId}
          onClick={() => setExpanded(!expanded)}
        >
          <Chevron size={14} stroke={1.6} aria-hidden="true" />
          <b>{title(suggestions.length)}</b>
          {clear.length < suggestions.length && (
            <span>{countOf(suggestions.length - clear.length, 'needs', 'need')} your answer</span>
          )}
        </button>
        {!isOnline && (
          <Text size="sm" c="var(--warning)" flex="none">
            Recording needs a connection
          </Text>
        )}
        {group !== 'changes' && clear.length > 0 && (
          <BusyButton
            size="xs"
            flex="none"
            busy={isOff}
            onClick={() => onConfirm(clear.map((suggestion) => ({ suggestion })))}
          >
            {clear.length === suggestions.length ? all : `${all.replace(' all', '')} ${clear.length}`}
          </BusyButton>
        )}
      </Group>
      <ul id={listId} hidden={!expanded} aria-label={title(suggestions.length)}>
        {expanded &&
          suggestions.map((suggestion) => (
            <Line key={suggestion.id} suggestion={suggestion} isOff={isOff} onConfirm={onConfirm} {...acts} />
          ))}
      </ul>
    </div>
  )
}

interface LineProps extends Pick<GroupProps, 'onConfirm' | 'onDismiss' | 'onAsk' | 'onEdit'> {
  readonly suggestion: Suggestion
  readonly isOff: boolean
}

/** One suggestion: what the data say, and the buttons that answer it. */
function Line({ suggestion, isOff, onConfirm, onDismiss, onAsk, onEdit }: LineProps) {
  const { kind, event, before } = suggestion
  const sentence = useMaskedText()(toSentence(suggestion.sentence))
  const subject = nameSubject(suggestion)
  const name = subject === null ? sentence : `${subject}: ${sentence}`
  const press = (label: string, act: () => void) => (
    <Button size="xs" aria-label={`${label}, ${name}`} aria-disabled={isOff} onClick={() => !isOff && act()}>
      {label}
    </Button>
  )
  const positionId = before.find((terms) => terms.positionId !== null)?.positionId ?? null
  return (
    <li className={classes.line}>
      <p>
        {subject !== null && (
          <>
            <b>{subject}</b>{' '}
          </>
        )}
        {sentence}
      </p>
      <Group gap="2xs">
        {groupOf(suggestion) === 'changes' && (
          <>
            {event !== null && press('Apply', () => onConfirm([{ suggestion }]))}
            {press('Already in my figures', () => onDismiss(suggestion))}
            {positionId !== null && press('Enter myself', () => onEdit(positionId))}
          </>
        )}
        {kind === 'dividend' && (
          <>
            {press('Record', () => onConfirm([{ suggestion }]))}
            {press('Not received', () => onDismiss(suggestion))}
          </>
        )}
        {kind === 'early_assignment' && (
          <>
            {press('Yes, assigned', () => onAsk(suggestion))}
            {press('No', () => onDismiss(suggestion))}
          </>
        )}
        {(kind === 'expire' || kind === 'assign') && (
          <>
            {isClear(suggestion) && press('Confirm', () => onConfirm([{ suggestion }]))}
            {press(isClear(suggestion) ? 'Something else happened' : 'Say what happened', () => onAsk(suggestion))}
          </>
        )}
      </Group>
    </li>
  )
}
