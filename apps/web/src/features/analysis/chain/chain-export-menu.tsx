import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { OptionChain, OptionContract, OptionSide } from '../../../api/option-chain.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { notify } from '../../../shared/notify.ts'
import { saveFile } from '../../../shared/save-file.ts'
import { useMenu } from '../../../shared/ui/use-menu.ts'
import { chainWords as words } from './chain-words.ts'

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
      notify(commonWords.notWritten)
    }
  }
  return (
    <Menu {...menu} position="bottom-end" offset={4} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button {...button} variant="subtle" leftSection={<IconDownload size={14} stroke={1.6} aria-hidden="true" />}>
          {commonWords.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={commonWords.export}>
        <Menu.Item onClick={() => void save(shown)}>{words.exportInView}</Menu.Item>
        <Menu.Item onClick={() => void save(chain.contracts)}>{words.exportAll}</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => window.print()}>{commonWords.print}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
