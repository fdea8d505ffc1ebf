import { CloseButton, Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { PanelBoundary } from '../../../shared/ui/panel-boundary.tsx'
import type { AnalysisNavigation } from '../analysis-state.ts'
import { TradePreview } from '../trade/trade-preview.tsx'
import type { ShownChain } from '../use-shown-chain.ts'
import classes from './preview-sheet.module.css'

interface PreviewSheetProps {
  readonly navigation: AnalysisNavigation
  readonly chain: ShownChain
  readonly opened: boolean
  readonly onClose: () => void
}

/** The trade preview on a phone, from below. */
export function PreviewSheet({ navigation, chain, opened, onClose }: PreviewSheetProps) {
  // Only a sheet that opens after it was put in place gives the focus back.
  const mounted = useMounted()
  return (
    <Drawer.Root opened={opened && mounted} onClose={onClose} position="bottom" size="auto">
      <Drawer.Overlay />
      <Drawer.Content className={classes.sheet} aria-label="Trade preview">
        <Drawer.Body className={classes.body}>
          <CloseButton className={classes.close} size={44} iconSize={20} aria-label="Close" onClick={onClose} />
          <PanelBoundary name="trade preview">
            <TradePreview navigation={navigation} chain={chain} />
          </PanelBoundary>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
