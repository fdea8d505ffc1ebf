import { useEffect, useEffectEvent } from 'react'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import type { ScreenState } from '../state/screen-state.ts'
import type { Selection } from './use-selection.ts'

const loadBar = () => import('./selection-bar.tsx')

interface SelectionPlaceProps {
  readonly selection: Selection
  readonly state: ScreenState
}

/** Where the selected stocks stand, and where they are told of: what it takes comes with the first of them. */
export function SelectionPlace(props: SelectionPlaceProps) {
  const { part, load } = useDeferred(loadBar)
  const { size } = props.selection.symbols
  const fetchPart = useEffectEvent(() => void load())
  useEffect(() => {
    if (size > 0) fetchPart()
  }, [size])
  return (
    <>
      {/* There before its words are, which is what makes them heard. */}
      <div role="status">{part !== null && <VisuallyHidden>{part.describeSelection(size)}</VisuallyHidden>}</div>
      {part !== null && size > 0 && <part.SelectionBar {...props} />}
    </>
  )
}
