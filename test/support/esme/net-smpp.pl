# A customer's program on Perl's Net::SMPP. Commands by line on standard input, one answer by line on standard output; texts are hexadecimal.
use strict;
use warnings;
use Net::SMPP;

my ($port, $system_id, $password, $bind) = @ARGV;
$| = 1;
my %login = (port => $port, system_id => $system_id, password => $password);
my ($smpp, $bound) =
      $bind eq 'transmitter' ? Net::SMPP->new_transmitter('127.0.0.1', %login)
    : $bind eq 'receiver'    ? Net::SMPP->new_receiver('127.0.0.1', %login)
    :                          Net::SMPP->new_transceiver('127.0.0.1', %login);
printf "bound %d\n", $bound ? $bound->{status} : -1;
exit unless $bound && $bound->{status} == 0;
while (my $line = <STDIN>) {
    my ($command, @words) = split ' ', $line;
    if ($command eq 'submit') {
        my ($destination, $coding, $esm_class, $text, $payload) = @words;
        my %text = $payload ? (short_message => '', message_payload => pack('H*', $text)) : (short_message => pack('H*', $text));
        my $answer = $smpp->submit_sm(
            source_addr => '10690000', destination_addr => $destination, data_coding => $coding, esm_class => $esm_class,
            registered_delivery => 1, %text
        );
        printf "submitted %d %s\n", $answer->{status}, $answer->{message_id} // '';
    } elsif ($command eq 'read') {
        my $pdu = $smpp->read_pdu() or die 'the server went';
        die "not a deliver_sm: $pdu->{cmd}" unless $pdu->{cmd} == 0x05;
        $smpp->deliver_sm_resp(seq => $pdu->{seq}, message_id => '');
        printf "delivered %d %s %s %d %s\n", $pdu->{esm_class}, $pdu->{source_addr}, $pdu->{destination_addr}, $pdu->{data_coding},
            unpack('H*', $pdu->{short_message});
    } elsif ($command eq 'query') {
        my $answer = $smpp->query_sm(message_id => $words[0], source_addr => '10690000');
        printf "state %d %d\n", $answer->{status}, $answer->{message_state};
    } elsif ($command eq 'enquire') {
        my $answer = $smpp->enquire_link();
        printf "alive %d\n", $answer->{status};
    } elsif ($command eq 'unbind') {
        my $answer = $smpp->unbind();
        printf "unbound %d\n", $answer->{status};
        last;
    }
}
