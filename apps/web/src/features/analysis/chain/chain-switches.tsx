import type { OptionSide } from '../../../api/option-chain.ts'
import { Segmented } from '../../../shared/ui/segmented.tsx'
import { type LadderDepth, ladderDepths } from '../analysis-state.ts'
import { sideWords } from './chain-facts.ts'

interface SideSwitchProps {
  readonly side: OptionSide
  readonly onChange: (side: OptionSide) => void
}

const sides = ['call', 'put'] as const satisfies readonly OptionSide[]

export function SideSwitch({ side: chosen, onChange }: SideSwitchProps) {
  return (
    <Segmented label="Calls or puts">
      {sides.map((side) => (
        <button key={side} type="button" aria-pressed={side === chosen} onClick={() => onChange(side)}>
          {sideWords[side]}
        </button>
      ))}
    </Segmented>
  )
}

interface DepthSwitchProps {
  readonly depth: LadderDepth
  readonly onChange: (depth: LadderDepth) => void
}

export function DepthSwitch({ depth: chosen, onChange }: DepthSwitchProps) {
  return (
    <Segmented label="Strikes on each side of the price">
      {ladderDepths.map((depth) => (
        <button key={depth} type="button" aria-pressed={depth === chosen} onClick={() => onChange(depth)}>
          {depth === 'all' ? 'All' : depth}
        </button>
      ))}
    </Segmented>
  )
}
