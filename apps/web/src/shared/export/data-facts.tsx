import { Group, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import type { Freshness } from '../../api/market.ts'
import { formatEtTimeLong } from '../format/times.ts'
import { describeDataClass, describeMarket } from '../freshness-view.ts'

/** A fact that goes into an export along with the figures. */
export interface ExportFact {
  readonly name: string
  readonly value: string
}

/** Lists where the market data comes from and when it was current. */
export function listDataFacts(freshness: Freshness): readonly ExportFact[] {
  return [
    { name: 'As of', value: freshness.asOf === null ? 'not known' : formatEtTimeLong(freshness.asOf) },
    { name: 'Data', value: describeMarket(freshness) ?? describeDataClass(freshness.dataClass) },
    { name: 'Source', value: freshness.source },
  ]
}

/** Facts about the figures below, shown only in print. */
export function PrintedFacts({ listFacts }: { readonly listFacts: () => readonly ExportFact[] }) {
  const printing = usePrinting()
  if (!printing) return null
  return (
    <Group component="dl" gap="var(--space-1) var(--space-6)" pt="xs" pb="sm" fz="sm">
      {listFacts().map(({ name, value }) => (
        <Group key={name} gap="2xs" wrap="nowrap">
          <Text component="dt" inherit c="dimmed">
            {name}
          </Text>
          <dd>{value}</dd>
        </Group>
      ))}
    </Group>
  )
}

const events = ['beforeprint', 'afterprint'] as const

let printing = false

/** Whether the browser is printing the page. */
export const usePrinting = () => useSyncExternalStore(subscribe, () => printing)

function subscribe(listener: () => void): () => void {
  const follow = ({ type }: Event) => {
    printing = type === 'beforeprint'
    listener()
  }
  for (const event of events) window.addEventListener(event, follow)
  return () => {
    for (const event of events) window.removeEventListener(event, follow)
  }
}
