import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { OptionChain, OptionContract, OptionSide } from '../../../api/option-chain.ts'
import { notify } from '../../../shared/notify.ts'
import { saveFile } from '../../../shared/save-file.ts'
import { useMenu } from '../../../shared/ui/use-menu.ts'

interface ChainExportMenuProps {
  readonly chain: OptionChain
  readonly side: OptionSide
  /** The contracts in view. */
  readonly shown: readonly OptionContract[]
}

/** Takes the chain elsewhere: as a file, or on paper. */
export function ChainExportMenu({ chain, side, shown }: ChainExportMenuProps) {
  const { menu, button } = useMenu()
  const save = async (contracts: readonly OptionContract[]) => {
    try {
      const { writeChainCsv } = await import('./chain-csv.ts')
      const name = `callwright-${chain.symbol}-${chain.expiration ?? 'undated'}-${side}s.csv`
      saveFile(name, writeChainCsv(chain, side, contracts), 'text/csv')
    } catch {
      notify('The file could not be written. Please try again.')
    }
  }
  return (
    <Menu {...menu} position="bottom-end" offset={4} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button {...button} variant="subtle" leftSection={<IconDownload size={14} stroke={1.6} aria-hidden="true" />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Export">
        <Menu.Item onClick={() => void save(shown)}>CSV, strikes in view</Menu.Item>
        <Menu.Item onClick={() => void save(chain.contracts)}>CSV, all strikes</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => window.print()}>Print this page</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
