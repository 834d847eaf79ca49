package society

// firmAddresses is the kind of the addresses of law firms.
const firmAddresses = "law firm addresses"

// address draws the address of the i-th thing of a kind in a county and adds it to the address
// book. Addresses are distinct, and no law firm is in a factory building.
func (s *Shard) address(kind string, i, county int) string {
	key := s.Key.Of(kind).At(i)
	for try := 0; ; try++ {
		text := s.World.Names.Address(key.At(try).Rand(), s.site(county))
		if !s.usedAddresses[text] && !(kind == firmAddresses && s.World.Names.Industrial(text)) {
			s.usedAddresses[text] = true
			s.Addresses = append(s.Addresses, Address{text, county})
			return text
		}
	}
}

// fillAddressBook adds addresses until the address book has its size, which exceeds the number
// of companies, law firms and courts. In the source, the address book contains every address of
// the other tables and further ones.
func (s *Shard) fillAddressBook() {
	for i := len(s.Addresses); i < s.Size.AddrInfo; i++ {
		s.address("other addresses", i, s.countySampler.Draw(s.Key.Of("places of other addresses").At(i).Rand()))
	}
}
