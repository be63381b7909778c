#include "rlminer/mpi/messages.h"

#include <chrono>
#include <mpi.h>
#include <thread>

namespace rlminer::mpi {

void send(int to, Tag tag, std::string_view bytes) {
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, static_cast<int>(tag),
           MPI_COMM_WORLD);
}

std::optional<Message> receive(int from) {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(from == kAnyone ? MPI_ANY_SOURCE : from, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message message{status.MPI_SOURCE, static_cast<Tag>(status.MPI_TAG), {}};
  message.bytes.resize(static_cast<std::size_t>(size));
  MPI_Recv(message.bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return message;
}

void take_a_nap() {
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace rlminer::mpi
