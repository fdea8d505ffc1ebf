import { Button, Text } from '@mantine/core'
import { type AlertSubject, type AlertSuggestion, useAlertSuggestionsQuery } from '../../api/alerts.ts'
import { PartTitle } from '../../shared/ui/figures.tsx'
import classes from './alerts.module.css'

interface SuggestionsProps {
  /** All null for all positions. */
  readonly subject: AlertSubject
  readonly title: string
  /** Label of each button. */
  readonly act: string
  readonly onChoose: (suggestion: AlertSuggestion) => unknown
}

/** Rules that matter for a subject and are not set yet. Renders nothing while they load or if they fail to load. */
export function Suggestions({ subject, title, act, onChoose }: SuggestionsProps) {
  const { currentData = [] } = useAlertSuggestionsQuery(subject)
  const open = currentData.filter(({ ruleId }) => ruleId === null)
  if (open.length === 0) return null
  return (
    <div>
      <PartTitle>{title}</PartTitle>
      <ul className={classes.list} aria-label={title}>
        {open.map((suggestion) => (
          <li key={suggestion.sentence} className={classes.item}>
            <div className={classes.text}>
              <p>{suggestion.sentence}</p>
              <Text size="sm" c="dimmed">
                {suggestion.reason}
              </Text>
            </div>
            <div className={classes.acts}>
              <Button size="xs" aria-label={`${act}: ${suggestion.sentence}`} onClick={() => void onChoose(suggestion)}>
                {act}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
