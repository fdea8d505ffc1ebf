import { Paper, Progress, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { isUnderway, useEnrichmentStatusQuery } from '../../api/enrichment.ts'
import { asApiError, describeFailure } from '../../api/http.ts'
import { type MarketStatus, type SourceStatus, useMarketStatusQuery } from '../../api/market-status.ts'
import { commonWords } from '../../shared/common-words.ts'
import { formatEtTimeLong } from '../../shared/format/times.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { Facts, Unknown } from '../../shared/ui/figures.tsx'
import { LoadingStatus } from '../../shared/ui/loading.tsx'
import { Banner, Empty } from '../../shared/ui/notices.tsx'
import { Page } from '../../shared/ui/page.tsx'
import classes from './market-data.module.css'
import {
  describeCalls,
  describeChange,
  describeDone,
  describeKind,
  describeState,
  isInTrouble,
} from './market-data-words.ts'

const POLL_MS = 10_000

/** Where market data comes from, what is missing, and how far the first fill is. */
export function MarketDataPage() {
  const { data, error, isFetching, refetch } = useMarketStatusQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  })
  const retry = { label: commonWords.retry, run: refetch, busy: isFetching }
  return (
    <Page
      title="Market data"
      freshness={data?.freshness ?? null}
      banners={data !== undefined && error !== undefined && <Banner action={retry}>Could not update this page.</Banner>}
    >
      {data !== undefined && <Status status={data} />}
      {data === undefined && error === undefined && <Waiting onRetry={refetch} />}
      {data === undefined && error !== undefined && (
        <Empty
          tone="trouble"
          title="Could not load the market data’s status"
          actions={
            <BusyButton variant="filled" busy={isFetching} onClick={refetch}>
              {commonWords.retry}
            </BusyButton>
          }
        >
          {describeFailure(asApiError(error))}
        </Empty>
      )}
    </Page>
  )
}

const Waiting = ({ onRetry }: { readonly onRetry: () => void }) => (
  <Paper className={classes.column} aria-busy="true">
    <Stack gap="md" p="lg">
      {['one', 'two', 'three'].map((row) => (
        <Skeleton key={row} animate={false} h={12} w="min(320px, 80%)" aria-hidden="true" />
      ))}
      <LoadingStatus words="Loading the market data’s status…" retrying={false} onRetry={onRetry} />
    </Stack>
  </Paper>
)

function Status({ status }: { readonly status: MarketStatus }) {
  const { sources, data, notes, commands, kind } = status
  const isLive = kind === 'live'
  const missing = data.filter((each) => each.sources.length === 0)
  // A market from one source would repeat its name.
  const kinds = isLive ? data : missing
  return (
    <Paper className={classes.column}>
      <Part title="Sources">
        <Text c="dimmed">{describeKind(status)}</Text>
        {sources.map((source) => (
          <Source key={source.name} source={source} isLive={isLive} />
        ))}
        {notes.map((note) => (
          <Text key={note} c="dimmed">
            {note}
          </Text>
        ))}
      </Part>
      {isLive && <Fill status={status} />}
      {kinds.length > 0 && (
        <Part title="Data">
          <Facts
            facts={kinds.map(({ label, sources: names }) => ({
              label: toTitle(label),
              value:
                names.length === 0 ? <span className={classes.trouble}>No source has this</span> : names.join(', '),
            }))}
          />
          {missing.length > 0 && <Text c="dimmed">What no source has stays unknown. It is never shown as zero.</Text>}
        </Part>
      )}
      <Part title="Change or check the sources">
        <Command text={describeChange(status)} command={commands.change} />
        <Command text="To check every source, run this command on the server:" command={commands.check} />
      </Part>
    </Paper>
  )
}

interface PartProps {
  readonly title: string
  readonly children: ReactNode
}

const Part = ({ title, children }: PartProps) => (
  <Stack component="section" className={classes.part} gap="md" aria-label={title}>
    <Text component="h2" size="lg" fw="var(--weight-strong)">
      {title}
    </Text>
    {children}
  </Stack>
)

interface SourceProps {
  readonly source: SourceStatus
  readonly isLive: boolean
}

function Source({ source, isLive }: SourceProps) {
  const { title, offers, lastResponseAt, lastError, pausedUntil } = source
  const calls = describeCalls(source)
  return (
    <Stack component="article" gap="xs" aria-label={title}>
      <Text component="h3" fw="var(--weight-medium)">
        {title}
      </Text>
      <Facts
        facts={[
          {
            label: 'State',
            value: <span className={isInTrouble(source) ? classes.trouble : undefined}>{describeState(source)}</span>,
          },
          ...(isLive ? [{ label: 'Last response', value: <Instant instant={lastResponseAt} /> }] : []),
          ...(lastError === null
            ? []
            : [
                {
                  label: 'Last error',
                  value: (
                    <>
                      {lastError.message}, <Instant instant={lastError.at} />
                    </>
                  ),
                },
              ]),
          ...(calls === null ? [] : [{ label: 'Calls left', value: calls }]),
          ...(pausedUntil === null ? [] : [{ label: 'Next call', value: <Instant instant={pausedUntil} /> }]),
          { label: 'Has', value: offers.length === 0 ? <Unknown /> : offers.join(', ') },
        ]}
      />
    </Stack>
  )
}

/** How many symbols have stored data, and how many stocks are rated. */
function Fill({ status: { progress, nextUpdateAt, message } }: { readonly status: MarketStatus }) {
  const { data: run } = useEnrichmentStatusQuery()
  const rated = run !== undefined && isUnderway(run) ? [{ label: 'Ratings', done: run.done, total: run.total }] : []
  return (
    <Part title="Progress">
      {[...(progress ?? []), ...rated].map(({ label, done, total }) => (
        <div key={label}>
          <Text>
            {label}: {describeDone(done, total)}
          </Text>
          <Progress
            value={total === 0 ? 0 : (100 * done) / total}
            size={4}
            radius="xs"
            color="var(--text-muted)"
            aria-hidden="true"
          />
        </div>
      ))}
      {message !== null && <Text c="dimmed">{message}</Text>}
      {nextUpdateAt !== null && (
        <Text c="dimmed">
          Stored data is checked again at <Instant instant={nextUpdateAt} />.
        </Text>
      )}
    </Part>
  )
}

const Command = ({ text, command }: { readonly text: string; readonly command: string }) => (
  <Stack gap="2xs" align="flex-start">
    <Text c="dimmed">{text}</Text>
    <code className={classes.command}>{command}</code>
  </Stack>
)

function Instant({ instant }: { readonly instant: string | null }) {
  return instant === null ? <Unknown /> : <time dateTime={instant}>{formatEtTimeLong(instant)}</time>
}

const toTitle = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
