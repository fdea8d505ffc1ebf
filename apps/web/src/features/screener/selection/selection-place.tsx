import { useEffect, useEffectEvent } from 'react'
import { VisuallyHidden } from '../../../shared/ui/figures.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import type { ScreenState } from '../state/screen-state.ts'
import type { Selection } from './use-selection.ts'

const loadBar = () => import('./selection-bar.tsx')

interface SelectionPlaceProps {
  readonly selection: Selection
  readonly state: ScreenState
}

/** Loads the selection bar once a stock is selected, and announces changes to the selection. */
export function SelectionPlace(props: SelectionPlaceProps) {
  const { part, load } = useDeferred(loadBar)
  const { size } = props.selection.symbols
  const fetchPart = useEffectEvent(() => void load())
  useEffect(() => {
    if (size > 0) fetchPart()
  }, [size])
  return (
    <>
      {/* The live region must exist before its text does; otherwise the text is not announced. */}
      <div role="status">{part !== null && <VisuallyHidden>{part.describeSelection(size)}</VisuallyHidden>}</div>
      {part !== null && size > 0 && <part.SelectionBar {...props} />}
    </>
  )
}
