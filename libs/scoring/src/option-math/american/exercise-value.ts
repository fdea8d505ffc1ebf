import type { ContractTerms } from '../contract.ts'

/** Intrinsic value, at least 0, dollars per share. */
export function exerciseValue({ type, spot, strike }: Pick<ContractTerms, 'type' | 'spot' | 'strike'>): number {
  return Math.max(0, type === 'put' ? strike - spot : spot - strike)
}
