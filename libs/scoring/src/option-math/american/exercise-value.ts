import type { ContractTerms } from '../contract.ts'

/** What exercise pays now, or nothing: the intrinsic value, dollars per share. */
export function exerciseValue({ type, spot, strike }: Pick<ContractTerms, 'type' | 'spot' | 'strike'>): number {
  return Math.max(0, type === 'put' ? strike - spot : spot - strike)
}
