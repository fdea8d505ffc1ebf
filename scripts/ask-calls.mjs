const base='http://localhost:24000'
const r=await fetch(base+'/api/auth/demo',{method:'POST',headers:{'content-type':'application/json',origin:base}})
const {access_token:t}=await r.json()
const ask=async(q)=>{const s=performance.now();const a=await fetch(base+q,{headers:{authorization:'Bearer '+t}});const b=await a.json();return{ms:performance.now()-s,status:a.status,b}}
console.log((await ask('/api/stocks/screener/enrichment-status')).b)
for (const q of ['','?spread_pct_max=20&open_interest_min=100&bid_min=0.1&earnings_before_expiration_max=0&delta_min=0.15&delta_max=0.3&days_to_expiration_min=30&days_to_expiration_max=45&headroom_pct_min=0&static_return_annualized_pct_min=5']) {
 const x=await ask('/api/phase1/views/option-screener'+q); const {calls,...rest}=x.b; console.log(x.status,x.ms,JSON.stringify(rest)); console.log(JSON.stringify(calls?.[0]))
}
