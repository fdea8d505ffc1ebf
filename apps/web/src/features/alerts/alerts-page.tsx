import { Paper } from '@mantine/core'
import { capitalize } from '../../shared/format/words.ts'
import { useAddressState } from '../../shared/routing.ts'
import { Segmented } from '../../shared/ui/buttons.tsx'
import { IgnoredBanner } from '../../shared/ui/notices.tsx'
import { Page } from '../../shared/ui/page.tsx'
import classes from './alerts.module.css'
import { type AlertsState, alertsAddress, alertViews, emptyForm, type RuleFormState } from './alerts-state.ts'
import { Calendar } from './calendar.tsx'
import { Channels } from './channels/channels.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { Inbox } from './inbox.tsx'
import { RuleDialog } from './rule-form.tsx'
import { Rules } from './rules.tsx'
import { Schedule } from './schedule.tsx'

/** The inbox, the rules, and how messages are delivered. */
export function AlertsPage() {
  const { state, ignored, go } = useAddressState<AlertsState>(alertsAddress)
  const { view, form } = state
  const openForm = (next: RuleFormState) => go(() => ({ view: 'rules', form: next }))
  return (
    <Page
      title="Alerts"
      freshness={null}
      banners={<IgnoredBanner ignored={ignored} onDismiss={() => go((latest) => latest, { replace: true })} />}
    >
      <Paper className={classes.column}>
        <div className={classes.views}>
          <Segmented label="View">
            {alertViews.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === view}
                onClick={() => go((latest) => ({ ...latest, view: each }))}
              >
                {capitalize(each)}
              </button>
            ))}
          </Segmented>
        </div>
        {view === 'inbox' && <Inbox onNew={() => openForm(emptyForm)} />}
        {view === 'rules' && <Rules onForm={openForm} />}
        {view === 'channels' && <Channels />}
        {view === 'schedule' && (
          <>
            <Schedule />
            <Calendar />
          </>
        )}
        {view === 'log' && <DeliveryLog />}
      </Paper>
      <RuleDialog form={form} onClose={() => go((latest) => ({ ...latest, form: null }), { replace: true })} />
    </Page>
  )
}
