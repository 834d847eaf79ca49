package society

// address draws the address of the i-th thing of a kind in a county and puts it
// into the address book. No two things share one, except by design.
func (s *Shard) address(kind string, i, county int) string {
	key := s.Key.Of(kind).At(i)
	for try := 0; ; try++ {
		text := s.World.Tongue.Address(key.At(try).Rand(), s.site(county))
		if !s.known[text] {
			s.known[text] = true
			s.Addresses = append(s.Addresses, Address{text, county})
			return text
		}
	}
}

// fill brings the address book to its size, which is more than companies, law firms
// and courts have. Every address that a table of the real world shows stands there,
// and some that no table shows.
func (s *Shard) fill() {
	for i := len(s.Addresses); i < s.Size.AddrInfo; i++ {
		s.address("other addresses", i, s.places.Pick(s.Key.Of("places of other addresses").At(i).Rand()))
	}
}
