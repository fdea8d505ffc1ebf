import type { ChatMetadata } from '@callwright/contracts'
import { createContext, Fragment, type ReactNode, use, useMemo } from 'react'
import { usePreferences } from '../../shared/preferences.ts'
import { HiddenUsd } from '../../shared/ui/own-usd.tsx'
import { listMarketUsd, partAmounts } from './own-amounts.ts'

/** Dollar amounts that stay visible while the rest are masked; null disables masking. */
const VisibleUsd = createContext<ReadonlySet<string> | null>(null)

interface AmountMaskProps {
  /** Whether the answer uses the user's own data. */
  readonly isPersonal: boolean
  readonly card: ChatMetadata | null
  readonly children: ReactNode
}

/** Masks the user's own dollar amounts in its children if the user hides amounts. */
export function AmountMask({ isPersonal, card, children }: AmountMaskProps) {
  const [{ hidesAmounts }] = usePreferences()
  const visible = useMemo(
    () => (isPersonal && hidesAmounts ? listMarketUsd(card) : null),
    [isPersonal, hidesAmounts, card],
  )
  return <VisibleUsd value={visible}>{children}</VisibleUsd>
}

/** Whether the user's own dollar amounts are masked here. */
export const useIsMasked = () => use(VisibleUsd) !== null

/** Matches hyphens that stand for minus signs, to display real minus signs; the hyphen in a range doesn't match. */
const SIGN = /(?<=^|[\s(])-(?=\$?\d)/g

/** Text of an answer, with the user's own dollar amounts masked if they are hidden. */
export function OwnWords({ text }: { readonly text: string }) {
  const visible = use(VisibleUsd)
  const signed = text.replace(SIGN, '\u2212')
  if (visible === null) return signed
  return partAmounts(signed, visible).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never reorder
    <Fragment key={index}>{part.isAmount ? <HiddenUsd /> : part.text}</Fragment>
  ))
}
