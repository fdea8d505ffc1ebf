import { CloseButton, Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useBackCloses } from '../../../shared/dialog-history.tsx'
import { PanelBoundary } from '../../../shared/ui/boundaries.tsx'
import type { AnalysisView, ShownChain } from '../stock-data.ts'
import classes from './trade.module.css'
import { TradePreview } from './trade-preview.tsx'

interface PreviewSheetProps {
  readonly view: AnalysisView
  readonly chain: ShownChain
  readonly opened: boolean
  readonly onClose: () => void
}

/** Trade preview as a bottom sheet on a phone. */
export function PreviewSheet({ view, chain, opened, onClose }: PreviewSheetProps) {
  // The drawer restores focus on close only if it was mounted before it opened.
  const mounted = useMounted()
  useBackCloses(opened, onClose)
  return (
    <Drawer.Root opened={opened && mounted} onClose={onClose} position="bottom" size="auto">
      <Drawer.Overlay />
      <Drawer.Content className={classes.sheet} aria-label="Trade preview">
        <Drawer.Body className={classes.body}>
          <CloseButton className={classes.close} size={44} iconSize={20} aria-label="Close" onClick={onClose} />
          <PanelBoundary name="trade preview">
            <TradePreview view={view} chain={chain} />
          </PanelBoundary>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
