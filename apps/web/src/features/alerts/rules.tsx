import { Button, Text } from '@mantine/core'
import { nanoid } from '@reduxjs/toolkit'
import { useRef } from 'react'
import {
  type AlertRule,
  type AlertRuleDraft,
  useAlertRulesQuery,
  usePutAlertRuleMutation,
  useRemoveAlertRuleMutation,
} from '../../api/alerts.ts'
import { describeTrouble } from '../../shared/describe-trouble.ts'
import { formatLocalTime } from '../../shared/format/times.ts'
import { notify, notifyUndo } from '../../shared/notifications.tsx'
import { Empty } from '../../shared/ui/notices.tsx'
import classes from './alerts.module.css'
import { emptyForm, type RuleFormState } from './alerts-state.ts'
import { Part, QueryState } from './parts.tsx'
import { Suggestions } from './suggestions.tsx'

const POLL_MS = 30_000

interface RulesProps {
  readonly onForm: (form: RuleFormState) => void
}

/** The user's rules with their state, and suggestions for more. */
export function Rules({ onForm }: RulesProps) {
  const list = useRef<HTMLUListElement>(null)
  const query = useAlertRulesQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  })
  const acts = useRuleActs(() => list.current?.focus())
  const { data } = query
  return (
    <Part
      title="Rules"
      intro="Checked after each refresh of the market, and after you change your positions. There is one message for each rule, event and day."
      actions={
        <Button variant="filled" onClick={() => onForm(emptyForm)}>
          Add a rule
        </Button>
      }
    >
      {data === undefined && <QueryState query={query} what="rules" />}
      {data?.rules.length === 0 && (
        <Empty title="No rules yet">Add one, or begin with a suggestion. Messages then come to your channels.</Empty>
      )}
      {data !== undefined && data.rules.length > 0 && (
        <ul ref={list} className={classes.list} aria-label="Your rules" tabIndex={-1}>
          {data.rules.map((rule) => (
            <Rule key={rule.id} rule={rule} acts={acts} onEdit={() => onForm({ ...emptyForm, ruleId: rule.id })} />
          ))}
        </ul>
      )}
      {data !== undefined && (
        <Suggestions
          subject={emptyForm}
          title="Suggestions for your positions"
          act="Add"
          onChoose={({ kind, positionId, symbol, screenId, limit }) =>
            acts.add({ id: nanoid(), kind, positionId, symbol, screenId, limit, enabled: true, version: null })
          }
        />
      )}
    </Part>
  )
}

type RuleActs = ReturnType<typeof useRuleActs>

function useRuleActs(returnFocus: () => void) {
  const [put] = usePutAlertRuleMutation()
  const [remove] = useRemoveAlertRuleMutation()
  const save = async (draft: AlertRuleDraft, done: string | null, failed: string) => {
    const { error } = await put(draft)
    if (error !== undefined) notify(describeTrouble(error, failed))
    else if (done !== null) notify(done)
  }
  return {
    add: (draft: AlertRuleDraft) => save(draft, 'Rule added.', 'Could not add the rule'),
    toggle: (rule: AlertRule) => save({ ...rule, enabled: !rule.enabled }, null, 'Could not change the rule'),
    remove: async (rule: AlertRule, isByKey: boolean) => {
      const { error } = await remove(rule.id)
      if (error !== undefined) return notify(describeTrouble(error, 'Could not delete the rule'))
      notifyUndo({
        message: `Deleted “${rule.sentence}”.`,
        undo: () => save({ ...rule, version: null }, null, 'Could not restore the rule'),
        returnFocus: isByKey ? returnFocus : undefined,
      })
    },
  }
}

const stateWords: Readonly<Record<AlertRule['state'], string>> = {
  waiting: 'Not checked yet',
  holds: 'True now',
  does_not_hold: 'Not true now',
  unknown: 'Cannot be checked',
  gone: 'Ended',
}

interface RuleProps {
  readonly rule: AlertRule
  readonly acts: RuleActs
  readonly onEdit: () => void
}

function Rule({ rule, acts, onEdit }: RuleProps) {
  const { sentence, enabled, state, stateNote, evaluatedAt, lastMessage } = rule
  const isWarning = enabled && (state === 'unknown' || state === 'gone')
  return (
    <li className={classes.item} data-off={!enabled || undefined}>
      <div className={classes.text}>
        <p>
          <b>{sentence}</b>
        </p>
        <Text size="sm" c={isWarning ? 'var(--warning)' : 'dimmed'}>
          {enabled ? stateWords[state] : 'Off'}
          {enabled && evaluatedAt !== null && `, checked ${formatLocalTime(evaluatedAt)}`}
          {enabled && stateNote !== null && `. ${stateNote}`}
        </Text>
        {lastMessage !== null && (
          <Text size="sm" c="dimmed">
            Last message {formatLocalTime(lastMessage.createdAt)}: {lastMessage.sentence}
          </Text>
        )}
      </div>
      <div className={classes.acts}>
        <Button size="xs" aria-label={`Edit: ${sentence}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          size="xs"
          aria-label={`${enabled ? 'Turn off' : 'Turn on'}: ${sentence}`}
          onClick={() => void acts.toggle(rule)}
        >
          {enabled ? 'Turn off' : 'Turn on'}
        </Button>
        <Button
          size="xs"
          aria-label={`Delete: ${sentence}`}
          // `detail` is 0 for a click from the keyboard.
          onClick={({ detail }) => void acts.remove(rule, detail === 0)}
        >
          Delete
        </Button>
      </div>
    </li>
  )
}
