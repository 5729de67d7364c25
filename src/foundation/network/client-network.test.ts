import { expect, test } from 'vitest'
import { clientNetwork, neighborhoodOf } from './client-network.ts'

// Proves client-address.
test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::1%br-lan.100', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['203.0.113.7:52100', '203.0.113.7'],
  ['[2001:db8:1:2::3]:52100', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::3]', '2001:db8:1:2::/64'],
  ['nonsense', 'nonsense'],
])('the address %s counts as the network %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:ff02::/64', '2001:db8:1::/48'],
  ['2001:db8:2:2::/64', '2001:db8:2::/48'],
  ['not an address', 'not an address'],
])('the neighborhood of %s is %s', (network, neighborhood) => {
  expect(neighborhoodOf(network)).toBe(neighborhood)
})
