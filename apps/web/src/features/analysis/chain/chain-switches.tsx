import type { OptionSide } from '../../../api/option-chain.ts'
import { Segmented } from '../../../shared/ui/segmented.tsx'
import { type LadderDepth, ladderDepths } from '../analysis-state.ts'
import { chainWords as words } from './chain-words.ts'

interface SideSwitchProps {
  readonly side: OptionSide
  readonly onChange: (side: OptionSide) => void
}

const sides = ['call', 'put'] as const satisfies readonly OptionSide[]

export function SideSwitch({ side: chosen, onChange }: SideSwitchProps) {
  return (
    <Segmented label={words.sideSwitch}>
      {sides.map((side) => (
        <button key={side} type="button" aria-pressed={side === chosen} onClick={() => onChange(side)}>
          {words.sides[side]}
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
    <Segmented label={words.depthSwitch}>
      {ladderDepths.map((depth) => (
        <button key={depth} type="button" aria-pressed={depth === chosen} onClick={() => onChange(depth)}>
          {depth === 'all' ? words.allStrikes : depth}
        </button>
      ))}
    </Segmented>
  )
}
