import type { ChatMetadata } from '@callwright/contracts'
import { createContext, Fragment, type ReactNode, use, useMemo } from 'react'
import { usePreferences } from '../../shared/preferences.ts'
import { HiddenUsd } from '../../shared/ui/own-usd.tsx'
import { listMarketUsd, partAmounts } from './own-amounts.ts'

/** The dollars that may be read in words; null: all of them may. */
const VisibleUsd = createContext<ReadonlySet<string> | null>(null)

interface AmountMaskProps {
  /** The answer is made of what is the reader's own. */
  readonly isPersonal: boolean
  readonly card: ChatMetadata | null
  readonly children: ReactNode
}

/** Within it the reader's own dollars are masked, where the reader wants them so. */
export function AmountMask({ isPersonal, card, children }: AmountMaskProps) {
  const [{ hidesAmounts }] = usePreferences()
  const visible = useMemo(
    () => (isPersonal && hidesAmounts ? listMarketUsd(card) : null),
    [isPersonal, hidesAmounts, card],
  )
  return <VisibleUsd value={visible}>{children}</VisibleUsd>
}

/** Whether the reader's own dollars are masked here. */
export const useIsMasked = () => use(VisibleUsd) !== null

/** A figure's sign is written as everywhere on a screen; a range keeps its hyphen. */
const SIGN = /(?<=^|[\s(])-(?=\$?\d)/g

/** Words of an answer, which may speak of the reader's own dollars. */
export function OwnWords({ text }: { readonly text: string }) {
  const visible = use(VisibleUsd)
  const signed = text.replace(SIGN, '\u2212')
  if (visible === null) return signed
  return partAmounts(signed, visible).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay where they are
    <Fragment key={index}>{part.isAmount ? <HiddenUsd /> : part.text}</Fragment>
  ))
}
