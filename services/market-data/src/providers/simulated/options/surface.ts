/**
 * Smile of one expiration as total variance w over log-moneyness k = ln(strike/forward): a slice of the SSVI surface of
 * Gatheral and Jacquier (Arbitrage-free SVI volatility surfaces, Quantitative Finance 14, 2014),
 * w(k) = θ/2 · (1 + ρ φ k + √((φ k + ρ)² + 1 − ρ²)),  φ(θ) = η/√(θ(1 + θ)),
 * where θ is the at-the-money total variance, ρ the slant and η the bend. By their corollary 4.1 and theorem 4.2, the
 * surface has no butterfly arbitrage and no calendar arbitrage if ρ is the same for all expirations, θ never falls with
 * time, and η(1 + |ρ|) ≤ 2.
 */
export interface SmileSlice {
  /** Total variance at the money. */
  readonly theta: number
  readonly slant: number
  /** φ(θ). */
  readonly phi: number
}

export function openSmile(theta: number, slant: number, bend: number): SmileSlice {
  return { theta, slant, phi: bend / Math.sqrt(theta * (1 + theta)) }
}

export function totalVarianceAt({ theta, slant, phi }: SmileSlice, logMoneyness: number): number {
  const place = phi * logMoneyness
  return 0.5 * theta * (1 + slant * place + Math.sqrt((place + slant) ** 2 + 1 - slant * slant))
}
