import { act } from '@testing-library/react'
import { type ReactNode, useMemo } from 'react'
import { analysisAddress } from '../features/analysis/analysis-state.ts'
import type { AnalysisView } from '../features/analysis/stock-data.ts'
import { useAddressState } from '../shared/routing.ts'
import type { FakeNetwork } from './fake-network.ts'
import { renderPart } from './render-part.tsx'

interface PartProps {
  readonly draw: (view: AnalysisView) => ReactNode
}

/** The page opens with no call selected by default. */
const opening = { waits: false, call: null } as const

function Part({ draw }: PartProps) {
  const navigation = useAddressState(analysisAddress)
  const view = useMemo<AnalysisView>(() => ({ ...navigation, opening, best: null }), [navigation])
  return draw(view)
}

/** Renders a single panel of the analysis at a URL. */
export async function renderAnalysisPart(draw: PartProps['draw'], network: FakeNetwork, search = '?symbol=QAAA') {
  const { readUrl, router, ...app } = await renderPart(<Part draw={draw} />, network, `/analysis${search}`)
  return {
    ...app,
    network,
    /** The page's URL, decoded. */
    readSearch: () => `/analysis${readUrl()}`,
    goTo: (next: string) => act(() => router.navigate(`/analysis${next}`)),
  }
}
