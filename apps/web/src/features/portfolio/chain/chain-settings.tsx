import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { asApiError, describeFailure } from '../../../api/http.ts'
import { type Chain, lifecycleApi, useChainsQuery } from '../../../api/lifecycle.ts'
import { useSessionDispatch } from '../../../api/session.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { capitalize, countOf, toSentence } from '../../../shared/format/words.ts'
import { useOnline, useSingleRun } from '../../../shared/hooks.ts'
import { notify } from '../../../shared/notifications.tsx'
import { ConfirmDialog } from '../../../shared/ui/dialog.tsx'
import { Banner } from '../../../shared/ui/notices.tsx'
import { newId } from '../data/pending-change.ts'
import classes from '../dialogs/dialogs.module.css'
import { GuardedDialog } from '../dialogs/guarded-dialog.tsx'
import { RecordActions } from '../record/event-form.tsx'
import { hasChanged, intentLabels, listJoinable, readSettings } from './chain-view.ts'

interface ChainSettingsProps {
  readonly chain: Chain
  readonly opened: boolean
  readonly onClose: () => void
}

const { updateChain, joinChain } = lifecycleApi.endpoints
const untracked = { track: false } as const

/** Dialog for what a chain is for, the account it is in, and the chain that it continues. */
export function ChainSettings({ chain, opened, onClose }: ChainSettingsProps) {
  const dirty = useRef(false)
  return (
    <GuardedDialog opened={opened} onClose={onClose} title={`Chain of ${chain.symbol}`} dirty={dirty}>
      <SettingsForm chain={chain} dirty={dirty} onClose={onClose} />
    </GuardedDialog>
  )
}

interface SettingsFormProps extends Pick<ChainSettingsProps, 'chain' | 'onClose'> {
  readonly dirty: RefObject<boolean>
}

function SettingsForm({ chain, dirty, onClose }: SettingsFormProps) {
  const dispatch = useSessionDispatch()
  const [settings, setSettings] = useState(() => readSettings(chain))
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const change = (changes: Partial<typeof settings>) => setSettings((before) => ({ ...before, ...changes }))
  useEffect(() => {
    dirty.current = hasChanged(chain, settings)
    return () => {
      dirty.current = false
    }
  }, [chain, settings, dirty])
  const save = useSingleRun(async () => {
    setBusy(true)
    const { error } = await dispatch(
      updateChain.initiate({ chainId: chain.chainId, settings, key: newId(Date.now()) }, untracked),
    )
    setBusy(false)
    if (error === undefined) return onClose()
    setFailure(describeFailure(asApiError(error)) ?? 'No response')
  })
  return (
    <form
      noValidate
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        void save()
      }}
    >
      <Failure why={failure} />
      <div className={classes.fields}>
        <NativeSelect
          label="What you want"
          classNames={{ input: classes.input ?? '' }}
          rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden="true" />}
          rightSectionPointerEvents="none"
          description="“Happy to sell” puts assignment first when you look for a roll"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={settings.intent}
          onChange={({ currentTarget }) => change({ intent: currentTarget.value as keyof typeof intentLabels })}
        >
          {Object.entries(intentLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
        <TextInput
          label="Account (optional)"
          classNames={{ input: classes.input ?? '' }}
          description="Any name, such as IRA"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          maxLength={60}
          value={settings.account}
          onChange={({ currentTarget }) => change({ account: currentTarget.value })}
        />
      </div>
      <TextInput
        mt="md"
        label="Note (optional)"
        classNames={{ input: classes.input ?? '' }}
        autoComplete="off"
        value={settings.note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      <Checkbox
        mt="md"
        label="This account is tax-deferred"
        checked={settings.taxDeferred}
        onChange={({ currentTarget }) => change({ taxDeferred: currentTarget.checked })}
      />
      <Join chain={chain} onJoined={onClose} />
      <RecordActions submit="Save" busy={busy} onClose={onClose} />
    </form>
  )
}

const Failure = ({ why }: { readonly why: string | null }): ReactNode =>
  why !== null && (
    <div className={classes.banners}>
      <Banner tone="rejection">{toSentence(why)}</Banner>
    </div>
  )

/** As many chains as one response has. */
const MOST_CHAINS = 200

interface JoinProps {
  readonly chain: Chain
  readonly onJoined: () => void
}

/** Takes another chain on the same stock into this one. Absent if there is none. */
function Join({ chain, onJoined }: JoinProps) {
  const dispatch = useSessionDispatch()
  const isOnline = useOnline()
  const { data } = useChainsQuery({ state: 'all', symbol: chain.symbol, limit: MOST_CHAINS })
  const others = listJoinable(chain, data?.chains ?? [])
  const [chosen, choose] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const other = others.find(({ chainId }) => chainId === chosen) ?? others[0]
  const join = useSingleRun(async (joined: Chain) => {
    const eventId = newId(Date.now())
    const { error } = await dispatch(
      joinChain.initiate({ chainId: chain.chainId, joinedChainId: joined.chainId, eventId }, untracked),
    )
    if (error !== undefined) return setFailure(describeFailure(asApiError(error)) ?? 'No response')
    onJoined()
    notify(`Joined: ${chain.symbol} has one chain with one result.`)
  })
  if (other === undefined) return null
  return (
    <section className={classes.outcome} aria-label="Join chains">
      <Failure why={failure} />
      <NativeSelect
        label="Join with another chain"
        classNames={{ input: classes.input ?? '' }}
        description="The two get one result, one breakeven and one ledger"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden="true" />}
        rightSectionPointerEvents="none"
        value={other.chainId}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {others.map((each) => (
          <option key={each.chainId} value={each.chainId}>
            {capitalize(nameChain(each))}
          </option>
        ))}
      </NativeSelect>
      <Button mt="sm" aria-disabled={!isOnline} onClick={() => isOnline && setAsked(true)}>
        Join chains
      </Button>
      <ConfirmDialog
        opened={asked}
        title="Join these chains?"
        text={`The chain of ${chain.symbol} ${nameChain(other)} becomes part of this one. They cannot be separated again.`}
        confirm="Join"
        isFinal
        onConfirm={() => {
          setAsked(false)
          void join(other)
        }}
        onCancel={() => setAsked(false)}
      />
    </section>
  )
}

const nameChain = ({ startedOn, endedOn, calls }: Chain) =>
  `${endedOn === null ? 'since' : 'from'} ${formatDayLong(startedOn)}${endedOn === null ? '' : ` to ${formatDayLong(endedOn)}`}, ${countOf(calls.length, 'call')}`
